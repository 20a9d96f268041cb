import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeFolder, type SopProcess } from "./support/sop-process.ts";
import {
  ask,
  beginWorkers,
  callWhileServed,
  isAlive,
  pidsOf,
  tokenPath,
  until,
  type Calls,
} from "./support/workers.ts";

/** How long a worker may take to stop. */
const killedAfterMilliseconds = 9500;

/** Starts two workers with a module loaded before anything else. */
async function beginWith(
  preload: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<SopProcess> {
  const path = join(import.meta.dirname, "support/preloads", preload);
  const words = ["--token-request-burst", "1000000"];
  const options = { NODE_OPTIONS: `--import ${path}`, ...environment };
  return (await beginWorkers(2, words, options)).platform;
}

/** Starts two workers, of which the first goes on loading until it is let go. */
async function beginHeld() {
  const gate = join(makeFolder(), "gate");
  const platform = await beginWith("held-first-worker.ts", { HELD_UNTIL: gate });
  return { platform, letGo: () => writeFileSync(gate, "") };
}

/** Where the second worker listens while the first one is still loading. */
async function urlOfSecond(platform: SopProcess): Promise<string> {
  await until(() => pidsOf(platform).length === 1, "the second worker listens");
  return String(platform.log.find(({ msg }) => msg === "worker listening")?.url);
}

function workersOf({ log }: SopProcess): readonly unknown[] {
  return log.flatMap(({ msg, worker }) => (msg === "worker listening" ? [worker] : []));
}

describe("while the first of two workers is still loading", () => {
  test("readiness fails until both of them listen", async () => {
    const { platform, letGo } = await beginHeld();
    const url = await urlOfSecond(platform);
    for (let round = 0; round < 10; round += 1) expect((await ask(url, "/readyz")).status).toBe(503);
    letGo();
    await platform.listening();
    for (let round = 0; round < 10; round += 1) expect((await ask(url, "/readyz")).status).toBe(200);
  });

  test("a request to stop ends both, and cuts no request of the one that serves", async () => {
    const { platform } = await beginHeld();
    const url = await urlOfSecond(platform);
    const calls: Calls = { outcomes: [], isEnough: false };
    const callers = Array.from({ length: 8 }, () => callWhileServed(url, tokenPath, calls));
    await until(() => calls.outcomes.length > 8, "the one that serves responds");
    const stopping = platform.stop();
    await platform.prints('"msg":"asked to stop while starting"');
    calls.isEnough = true;
    await Promise.all(callers);
    expect(await stopping).toMatchObject({ code: 0, stderr: "" });
    expect(new Set(calls.outcomes)).toEqual(new Set(["OK"]));
    expect(workersOf(platform)).toEqual([2]);
    expect(pidsOf(platform).filter(isAlive)).toEqual([]);
  });

  test("a worker that is ended by a signal before it listens is replaced, and the start goes on", async () => {
    const { platform } = await beginHeld();
    await urlOfSecond(platform);
    const loading = (await platform.children()).find((pid) => !pidsOf(platform).includes(pid)) ?? 0;
    process.kill(loading, "SIGTERM");
    await platform.listening();
    // Its line comes from another process than the one that says that all listen.
    await expect.poll(() => workersOf(platform)).toEqual([2, 1]);
    await until(() => !isAlive(loading), "the worker that got the signal is gone");
    expect(await platform.stop()).toMatchObject({ code: 0, stderr: "" });
  });
});

describe("a worker that gets a stop signal", () => {
  test("is replaced before it has ended, the node stays ready, and one that hangs is killed", async () => {
    const platform = await beginWith("hanging-first-worker.ts");
    await platform.listening();
    await until(() => workersOf(platform).length === 2, "both workers said that they listen");
    const first = platform.log.find(({ msg, worker }) => msg === "worker listening" && worker === 1);
    const told = Number(first?.["pid"]);
    process.kill(told, "SIGTERM");
    const since = performance.now();
    await until(() => pidsOf(platform).length === 3, "another worker listens");
    // On a machine that is busy enough, the other one takes longer to start than this one may hang.
    expect(isAlive(told) || performance.now() - since > killedAfterMilliseconds).toBe(true);
    for (let round = 0; round < 10; round += 1) expect((await ask(platform.url, "/readyz")).status).toBe(200);
    await until(() => !isAlive(told), "the worker that hangs is gone");
    expect(platform.log.some(({ msg }) => msg === "worker ended")).toBe(false);
    expect(await platform.stop()).toMatchObject({ code: 0, stderr: "" });
  });
});
