import { createServer } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { runSop } from "./support/sop-process.ts";
import {
  ask,
  askMany,
  type Calls,
  CALLERS_PAUSE_MS,
  callWhileServed,
  isAlive,
  pidsOf,
  serveWords,
  startWorkers,
  tokenPath,
  typeOf,
  until,
} from "./support/workers.ts";

// Several processes have to start for each of them, however busy the machine is.
describe("sop serve with workers", () => {
  test("replaces a worker that is killed, and no later request fails", async () => {
    const { platform } = await startWorkers(2, "--token-request-burst", "1000000");
    const [victim = 0] = pidsOf(platform);
    const enough = new AbortController();
    const outcomes: { readonly at: number; readonly ok: boolean }[] = [];
    const callers = Array.from({ length: 8 }, async () => {
      while (!enough.signal.aborted) {
        const at = performance.now();
        const ok = await ask(platform.url, tokenPath).then(
          ({ text }) => typeOf(text) === "OK",
          () => false,
        );
        outcomes.push({ at, ok });
        await sleep(CALLERS_PAUSE_MS);
      }
    });
    await until(() => outcomes.length > 8, "callers get responses");
    process.kill(victim, "SIGKILL");
    // Connections that the victim had already taken end with it, once the system has closed them.
    await until(() => !isAlive(victim), "the victim is gone");
    const goneAt = performance.now();
    await until(() => pidsOf(platform).length === 3, "another worker listens");
    const later = () => outcomes.filter(({ at }) => at > goneAt);
    await until(() => later().length > 8, "callers get responses again");
    enough.abort();
    await Promise.all(callers);
    expect(later().filter(({ ok }) => !ok)).toEqual([]);
    expect(outcomes.filter(({ ok }) => !ok).length).toBeLessThanOrEqual(8);
    const ended = platform.log.find(({ msg }) => msg === "worker ended");
    expect(ended).toMatchObject({ signal: "SIGKILL", restart_in_ms: 0 });
  });

  test("lets every worker finish its open requests at a stop signal, and leaves no process", async () => {
    const { platform } = await startWorkers(2, "--token-request-burst", "1000000");
    const pids = pidsOf(platform);
    const calls: Calls = { outcomes: [], isEnough: false };
    const callers = Array.from({ length: 8 }, () => callWhileServed(platform.url, tokenPath, calls));
    await until(() => calls.outcomes.length > 8, "callers get responses");
    const stopping = platform.stop();
    await sleep(200);
    calls.isEnough = true;
    await Promise.all(callers);
    expect(await stopping).toMatchObject({ code: 0, stderr: "" });
    expect(new Set(calls.outcomes)).toEqual(new Set(["OK"]));
    expect(pids.filter(isAlive)).toEqual([]);
    const stopped = platform.log.filter(({ msg }) => msg === "stopped").map(({ worker }) => worker);
    expect(new Set(stopped)).toEqual(new Set([1, 2, undefined]));
  });

  test("is not held up by a worker that hangs, neither in serving nor in stopping", async () => {
    const { platform } = await startWorkers(2, "--token-request-burst", "1000000");
    const [hanging = 0] = pidsOf(platform);
    process.kill(hanging, "SIGSTOP");
    expect(new Set(await askMany(platform.url, tokenPath, 40))).toEqual(new Set(["OK"]));
    // A process that stands still ends only when it is killed; until then, the one that supervises it would wait.
    expect(await platform.stop()).toMatchObject({ code: 0 });
    expect(isAlive(hanging)).toBe(false);
  });

  test("takes the workers along when the process that supervises them is killed", async () => {
    const { platform } = await startWorkers(2);
    const pids = pidsOf(platform);
    expect(pids.filter(isAlive)).toHaveLength(2);
    await platform.stop("SIGKILL");
    await until(() => pids.every((pid) => !isAlive(pid)), "no worker is left");
  });

  test("tells the metrics of all of them on one port, each with its number", async () => {
    const { platform } = await startWorkers(2, "--metrics-port", "0", "--token-request-burst", "1000");
    const metricsUrl = new URL(String(platform.log.find(({ msg }) => msg === "metrics")?.url));
    await askMany(platform.url, tokenPath, 40);
    const read = async () => (await ask(metricsUrl.origin, metricsUrl.pathname)).text;
    const text = await read();
    const issued = [
      ...text.matchAll(/^sop_tokens_issued_total\{kind="team_access",worker="[12]"\} (\d+)$/gm),
    ];
    expect(issued.reduce((sum, [, value]) => sum + Number(value), 0)).toBe(40);
    expect(text.match(/^# TYPE sop_requests_total /gm)).toHaveLength(1);
    expect(text.match(/^process_resident_memory_bytes\{worker="[12]"\} \d+$/gm)).toHaveLength(2);
    expect(text).not.toMatch(/NaN|null|undefined/);
    const [victim = 0, other = 0] = pidsOf(platform);
    process.kill(victim, "SIGKILL");
    process.kill(other, "SIGSTOP");
    await until(() => pidsOf(platform).length === 3, "another worker listens");
    const without = await read();
    expect(without).toMatch(/^sop_worker_restarts_total\{worker="[12]"\} 1$/m);
    expect(without.match(/^process_resident_memory_bytes\{worker="[12]"\}/gm)).toHaveLength(1);
    process.kill(other, "SIGCONT");
  });
});

describe("a start with workers that cannot succeed", () => {
  test("says why once, before any of them is started", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    // A listening TCP server has an address of this shape.
    const { port } = server.address() as { readonly port: number };
    const words = [...(await serveWords("--workers", "3")), "--port", String(port)];
    const taken = await runSop(words);
    expect(taken).toMatchObject({ code: 1, stdout: "" });
    expect(taken.stderr).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use already\.[^\n]*\n$/);
    const missing = await runSop([...(await serveWords("--workers", "3")), "--apply", "missing.json"]);
    expect(missing).toMatchObject({ code: 1, stdout: "" });
    expect(missing.stderr).toBe("The file missing.json cannot be read: no such file or directory.\n");
  });
});
