import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { snippetsFor } from "../../../../src/applications/connect-snippets.ts";
import { openidClientProgram } from "../../../../src/operating/commands/demo-welcome.ts";
import { demoCredentials } from "../../../../src/operating/demo/demo-data.ts";
import { approve, approveDevice } from "../../../support/approve.ts";
import { startListeningPlatform } from "../../../support/listening-platform.ts";
import { sampleCallback, sampleSecrets } from "../../../support/sample-declaration.ts";

const require = createRequire(import.meta.url);

/** What the code for openid-client makes and exports. */
interface Running {
  readonly url: URL;
  readonly finish: (address: string) => Promise<Response>;
}

test("the code that the console shows for openid-client signs a user in and reads surveys", async () => {
  const platform = await startListeningPlatform();
  // The library compares the times of an ID token with those of this machine.
  platform.clock.now = Date.now();
  const [openidClient] = snippetsFor({
    appid: "demo_app",
    redirectUris: [sampleCallback],
    isPublic: false,
    requiresPkce: false,
    addresses: { issuer: platform.url, api: `${platform.url}/api` },
  });
  const library = pathToFileURL(require.resolve("openid-client")).href;
  // Test files share the environment of their process, and a module from a text cannot look libraries up.
  const code = (openidClient?.code ?? "")
    .replace('"openid-client"', JSON.stringify(library))
    .replace("process.env.SECRET", JSON.stringify(sampleSecrets.demoApp));
  // It is written above.
  const running = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(`${code}\nexport { url };`)}`
  )) as Running;
  const back = await approve(platform, running.url);
  const response = await running.finish(back.href);
  expect(await response.json()).toMatchObject({ code: "OK", data: { total: 2 } });
});

test("the program that the demo prints signs somebody in at its address, and reads surveys", async () => {
  const platform = await startListeningPlatform();
  const { appid, secret } = demoCredentials.verifiedApplication;
  const printed: string[] = [];
  const log = vi.spyOn(console, "log").mockImplementation((...words: string[]) => {
    printed.push(words.join(" "));
    const userCode = /user_code=(\S+)/.exec(words.join(" "))?.[1];
    if (userCode !== undefined) void approveDevice(platform, userCode);
  });
  const program = openidClientProgram({ authUrl: platform.url, baseUrl: platform.url })
    .replace('"openid-client"', JSON.stringify(pathToFileURL(require.resolve("openid-client")).href))
    .replace(appid, "demo_app")
    .replace(secret, sampleSecrets.demoApp)
    // The library waits before its first question, too.
    .replace("config, device)", "config, { ...device, interval: 0.2 })");
  await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(program)}`);
  log.mockRestore();
  expect(printed[0]).toContain(`Open ${platform.url}/device?user_code=`);
  expect(JSON.parse(printed[1] ?? "")).toMatchObject({ code: "OK", data: { total: 2 } });
});
