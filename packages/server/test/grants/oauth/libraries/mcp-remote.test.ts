import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { RunningProgram } from "../../../../../../scripts/processes/running-program.ts";
import { listClients } from "../../../../src/store/applications/client-administration.ts";
import { approve } from "../../../support/approve.ts";
import { startListeningPlatform } from "../../../support/listening-platform.ts";

const require = createRequire(import.meta.url);
/** Its program that connects once. */
const program = join(require.resolve("mcp-remote/package.json"), "../dist/client.js");

/** An environment of its own, in which no browser is found. */
async function environment(): Promise<NodeJS.ProcessEnv> {
  const folder = await mkdtemp(join(tmpdir(), "mcp-remote-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { PATH: folder, HOME: folder, MCP_REMOTE_CONFIG_DIR: folder, BROWSER: "true" };
}

test("mcp-remote, by which desktop agents connect, registers itself and connects", async () => {
  const platform = await startListeningPlatform();
  const env = await environment();
  await using agent = new RunningProgram(process.execPath, [program, `${platform.url}/mcp`], { env });
  const link = await agent.printed(
    "where its user has to go",
    ({ stderr }) => /^(http:\S+\/oauth\/authorize\S*)\n/m.exec(stderr)?.[1],
  );
  const back = await approve(platform, link);
  expect(back.pathname).toBe("/oauth/callback");
  // It prints the link before it listens.
  const isReceived = () =>
    fetch(back).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReceived).toBe(true);
  // It ends by itself, because no one writes to it, so that it need not get to the list of tools.
  const { status, stderr } = await agent.end();
  expect(status, stderr).toBe(0);
  expect(stderr).toContain("Connected successfully!");
  const clients = await listClients(platform.store.reader, { search: "", after: 0, limit: 10 });
  expect(clients).toMatchObject([{ origin: "registered", disabled: 0 }]);
});
