import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { snippetsFor } from "../../../../src/applications/connect-snippets.ts";
import { approve } from "../../../support/approve.ts";
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
