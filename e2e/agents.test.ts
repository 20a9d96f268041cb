import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../packages/database/test/support/free-port.ts";
import { runProgram } from "../scripts/processes/run-program.ts";
import { RunningProgram } from "../scripts/processes/running-program.ts";
import { credentials, writeDeclaration } from "./support/declaration-file.ts";
import { startPlatform } from "./support/platform-process.ts";
import { teamToken } from "./support/team-token.ts";
import { startTokenProxy } from "./support/token-proxy.ts";
import { WebClient } from "./support/web-client.ts";

const conformance = join(
  import.meta.dirname,
  "../node_modules/@modelcontextprotocol/conformance/dist/index.js",
);

/** A platform with a team's token for agents. */
async function start() {
  const declaration = writeDeclaration("http://localhost/callback");
  const platform = await startPlatform({ parameters: ["--apply", declaration] });
  onTestFinished(() => platform.stop().then(() => undefined));
  return { url: platform.url, token: await teamToken(platform.url) };
}

/** Scenarios of the package with how many of their checks pass. Most others call tools of the package's own server. */
const scenarios = {
  "tools-list": "3/3",
  "resources-list": "2/2",
  "prompts-list": "2/2",
  "sep-2164-resource-not-found": "4/4",
  "dns-rebinding-protection": "2/2",
  caching: "8/8",
  "http-header-validation": "14/14",
  "input-required-result-ignore-extra-params": "2/2",
  // Two of its checks call such a tool.
  "server-stateless": "26/28",
} as const;

const scenariosOf2025 = { "server-initialize": "2/2", ping: "2/2", "tools-list": "3/3" } as const;

test("the conformance package of the protocol finds what it can find without tools of its own", async () => {
  const { url, token } = await start();
  const proxy = await startTokenProxy(url, token);
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  const passedOf = async (scenario: string, ...version: readonly string[]) => {
    const words = [conformance, "server", "--url", `${proxy.url}/mcp`];
    const { stdout } = await runProgram(process.execPath, [...words, "--scenario", scenario, ...version]);
    return /Passed: (\d+\/\d+), /.exec(stdout)?.[1] ?? stdout;
  };
  for (const [scenario, passed] of Object.entries(scenarios))
    expect.soft([scenario, await passedOf(scenario)]).toEqual([scenario, passed]);
  for (const [scenario, passed] of Object.entries(scenariosOf2025))
    expect
      .soft([scenario, await passedOf(scenario, "--spec-version", "2025-11-25")])
      .toEqual([scenario, passed]);
});

test("the conformance package finds the metadata of OAuth, and gets a token once its user allows it", async () => {
  const { url } = await start();
  const response = await fetch(`${url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: ["http://127.0.0.1/callback"] }),
  });
  // The fields of a success; the program below says so when they are not there.
  const { client_id: clientId } = (await response.json()) as { readonly client_id: string };
  const words = ["authorization", "--url", url, "--client-id", clientId, "--resource", `${url}/mcp`];
  const port = String(await freePort());
  const program = new RunningProgram(process.execPath, [conformance, ...words, "--port", port]);
  onTestFinished(() => program.kill());
  const link = await program.printed(
    "its link",
    ({ stdout }) => /^http\S+authorize\?\S+$/m.exec(stdout)?.[0],
  );
  const browser = new WebClient(url);
  await browser.signIn(credentials.ada.username, credentials.ada.password);
  await fetch(await browser.allowOpenid(link.slice(url.length)));
  const total = await program.printed("its total", ({ stdout }) => /^Total: .*$/m.exec(stdout)?.[0]);
  expect(total).toBe("Total: 3 passed, 0 failed");
});
