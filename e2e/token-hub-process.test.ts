import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startHub } from "./support/hub-process.ts";
import { startPlatform } from "./support/platform-process.ts";
import { printedCallCount, printedCalls } from "./support/printed-calls.ts";

test("the hub is started by the one command of its manual, and every call that it prints works", async () => {
  const manual = join(import.meta.dirname, "../packages/token-hub/README.md");
  expect(readFileSync(manual, "utf8")).toContain("npx token-hub demo");
  const folder = mkdtempSync(join(tmpdir(), "token-hub-e2e-"));
  try {
    await using platform = await startPlatform({ command: "demo" });
    const words = ["demo", "--platform", platform.url, "--listen", "127.0.0.1:0", "--folder", folder];
    await using hub = await startHub({ words, folder });
    const calls = await printedCalls(hub);
    expect(calls).toHaveLength(printedCallCount);
    const [token, dropIn, proxied] = await Promise.all(
      calls.map(async ({ url, headers }) => (await fetch(url, { headers })).json()),
    );
    expect(token).toMatchObject({ version: 1 });
    expect(dropIn).toMatchObject({ code: "OK", data: { access_token: token.access_token } });
    expect(proxied).toMatchObject({ code: "OK", data: { total: 2 } });
    expect((await fetch(`${hub.url}/livez`)).status).toBe(200);
    expect((await fetch(`${hub.url}/readyz`)).status).toBe(200);
    expect(await hub.stop()).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
