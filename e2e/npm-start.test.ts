import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { childrenOf } from "../packages/database/test/support/postgres/process-family.ts";
import { bareEnvironment } from "../scripts/processes/environments.ts";
import { RunningProgram } from "../scripts/processes/running-program.ts";
import { freePort } from "../packages/database/test/support/free-port.ts";

const root = join(import.meta.dirname, "..");
const endsWithinMilliseconds = 60_000;

/** The demo and the application beside it, started with npm, and every process that belongs to it. */
async function npmStart() {
  const folder = mkdtempSync(join(tmpdir(), "sop-npm-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const words = ["start", "--", "--port", "0", "--database", `sqlite:${join(folder, "demo.db")}`];
  // A package registry is not needed, and npm must not look for a newer npm.
  const env = {
    ...bareEnvironment(),
    PORT: String(await freePort()),
    npm_config_update_notifier: "false",
    npm_config_offline: "true",
  };
  const npm = new RunningProgram("npm", words, { cwd: root, env, shell: process.platform === "win32" });
  let family: readonly number[] = [npm.pid];
  onTestFinished(() => {
    for (const pid of family.filter(isAlive)) process.kill(pid, "SIGKILL");
  });
  await npm.printed("the application's address", ({ stdout }) => /Begin here/.exec(stdout)?.[0]);
  family = await familyOf(npm.pid);
  return { npm, family };
}

async function familyOf(pid: number): Promise<readonly number[]> {
  const below = await Promise.all((await childrenOf(pid)).map(familyOf));
  return [pid, ...below.flat()];
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The process that started the two servers. */
async function scriptOf(family: readonly number[]): Promise<number> {
  for (const pid of family) if ((await childrenOf(pid)).length === 2) return pid;
  throw new Error("no process has started both servers");
}

async function aliveAtTheEnd(family: readonly number[]): Promise<readonly number[]> {
  const lastMoment = performance.now() + endsWithinMilliseconds;
  while (family.some(isAlive) && performance.now() < lastMoment) await sleep(50);
  return family.filter(isAlive);
}

describe.skipIf(process.platform === "win32")("npm start leaves no process when", () => {
  test.each<readonly [string, NodeJS.Signals, (family: readonly number[]) => Promise<number>]>([
    ["npm alone", "SIGTERM", async ([npm = 0]) => npm],
    ["npm alone", "SIGKILL", async ([npm = 0]) => npm],
    ["its script alone", "SIGHUP", scriptOf],
    ["its script alone", "SIGKILL", scriptOf],
  ])("%s gets %s", async (_who, signal, chosen) => {
    const { npm, family } = await npmStart();
    expect(family.length).toBeGreaterThanOrEqual(4);
    process.kill(await chosen(family), signal);
    expect(await aliveAtTheEnd(family), `${npm.stdout}\n${npm.stderr}`).toEqual([]);
  });

  test("npm and its script get the SIGINT of a terminal, and the demo stops gracefully", async () => {
    const { npm, family } = await npmStart();
    // The servers are in process groups of their own: the terminal's signals do not reach them.
    const servers = await childrenOf(await scriptOf(family));
    for (const pid of family) if (!servers.includes(pid)) process.kill(pid, "SIGINT");
    expect(await aliveAtTheEnd(family), `${npm.stdout}\n${npm.stderr}`).toEqual([]);
    expect(npm.stdout).toContain('"msg":"stopped"');
  });
});
