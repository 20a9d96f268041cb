import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { HubProcess } from "../support/hub-process.ts";
import { PlatformProcess } from "../support/platform-process.ts";
import { startSilentServer } from "../support/silent-server.ts";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "sop-starting-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function databaseAt(port: number): string {
  return `postgres://platform@127.0.0.1:${port}/platform`;
}

function startSop(command: "serve" | "demo", port: number, ...parameters: readonly string[]) {
  return new PlatformProcess({ command, folder: makeFolder(), database: databaseAt(port), parameters });
}

function startHubOn(database: string): HubProcess {
  const folder = makeFolder();
  const applications = [
    { appid: "my_team", secret: "a-secret-of-the-hub-test", base_url: "http://127.0.0.1:9" },
  ];
  const settings = { listen: "127.0.0.1:0", database, applications };
  writeFileSync(join(folder, "token-hub.yaml"), JSON.stringify(settings));
  const environment = { TOKEN_HUB_KEY: Buffer.alloc(32, 7).toString("base64") };
  return new HubProcess({ words: ["serve"], folder, environment });
}

function startHubDemo(platform: string): HubProcess {
  return new HubProcess({ words: ["demo", "--platform", platform], folder: makeFolder() });
}

test.each([
  ["sop serve", (port: number) => startSop("serve", port)],
  ["sop serve --workers 2", (port: number) => startSop("serve", port, "--workers", "2")],
  ["sop demo", (port: number) => startSop("demo", port)],
  ["token-hub serve", (port: number) => startHubOn(databaseAt(port))],
  ["token-hub demo", (port: number) => startHubDemo(`http://127.0.0.1:${port}`)],
])("%s ends with code 0 and never listens when it gets a stop signal while it starts", async (_, start) => {
  const silent = await startSilentServer();
  const started = start(silent.port);
  onTestFinished(() => started.kill());
  const endedEarly = await Promise.race([silent.connected.then(() => undefined), started.ended]);
  expect(endedEarly, `${started.stdout}\n${started.stderr}`).toBeUndefined();
  const ending = started.terminate();
  // Otherwise the lost connection may reach the process before the signal does.
  await expect.poll(() => started.stdout).toContain("asked to stop while starting");
  await silent[Symbol.asyncDispose]();
  expect(await ending, `${started.stdout}\n${started.stderr}`).toEqual({ code: 0, signal: null });
  expect(started.stdout).not.toContain("listening");
  expect(started.stderr).toBe("");
});
