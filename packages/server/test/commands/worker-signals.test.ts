import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { SopProcess } from "./support/sop-process.ts";
import { ask, beginWorkers, isAlive, pidsOf, tokenPath, typeOf, until } from "./support/workers.ts";

/** How long a worker may take to stop. */
const killedAfterMilliseconds = 9500;

/** Starts two workers with a module loaded before anything else. */
async function beginWith(preload: string): Promise<SopProcess> {
  const path = join(import.meta.dirname, "support/preloads", preload);
  const words = ["--token-request-burst", "1000000"];
  const { platform } = await beginWorkers(2, words, { NODE_OPTIONS: `--import ${path}` });
  return platform;
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
    const platform = await beginWith("slow-first-worker.ts");
    const url = await urlOfSecond(platform);
    const early: { readonly status: number; readonly at: number }[] = [];
    while (pidsOf(platform).length === 1) {
      const { status } = await ask(url, "/readyz");
      early.push({ status, at: Date.now() });
      await sleep(10);
    }
    expect(early.map(({ status }) => status)).toContain(503);
    // The line may come after a response that is later than what it says: they come from two processes.
    const listening = Date.parse(
      String(platform.log.findLast(({ msg }) => msg === "worker listening")?.["time"]),
    );
    expect(early.filter(({ status, at }) => status !== 503 && at < listening)).toEqual([]);
    await platform.listening();
    for (let round = 0; round < 10; round += 1) expect((await ask(url, "/readyz")).status).toBe(200);
  });

  test("a request to stop ends both, and cuts no request of the one that serves", async () => {
    const platform = await beginWith("slow-first-worker.ts");
    const url = await urlOfSecond(platform);
    const enough = new AbortController();
    const outcomes: string[] = [];
    const callers = Array.from({ length: 8 }, async () => {
      while (!enough.signal.aborted) outcomes.push(typeOf((await ask(url, tokenPath)).text));
    });
    await sleep(100);
    const stopping = platform.stop();
    await sleep(200);
    enough.abort();
    await Promise.all(callers);
    expect(await stopping).toMatchObject({ code: 0, stderr: "" });
    expect(outcomes.length).toBeGreaterThan(0);
    expect(new Set(outcomes)).toEqual(new Set(["OK"]));
    expect(workersOf(platform)).toEqual([2]);
    expect(pidsOf(platform).filter(isAlive)).toEqual([]);
  });

  test("a worker that is ended by a signal before it listens is replaced, and the start goes on", async () => {
    const platform = await beginWith("slow-first-worker.ts");
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
