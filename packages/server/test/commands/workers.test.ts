import { createServer } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "@survey-open-platform/database";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import type { Schema } from "../../src/store/schema.ts";
import { runSop, startSop } from "./support/sop-process.ts";
import {
  ask,
  askMany,
  isAlive,
  pidsOf,
  serveWords,
  startWorkers,
  team,
  tokenPath,
  typeOf,
  until,
} from "./support/workers.ts";

function tokenIn(text: string): string {
  return /"access_token":"([^"]+)"/.exec(text)?.[1] ?? "";
}

function surveysWith(token = ""): string {
  return `/api/surveys?appid=${team.appid}&access_token=${token}`;
}

function count<Value>(values: readonly Value[], wanted: Value): number {
  return values.filter((value) => value === wanted).length;
}

// Several processes have to start for each of them, however busy the machine is.
describe("sop serve with workers", { timeout: 60_000 }, () => {
  test("prepares the database once, serves with each of them on one port, and says so once", async () => {
    const { platform } = await startWorkers(3);
    const messages = platform.log.map(({ msg }) => msg);
    expect(messages).toEqual([
      "applied",
      ...Array.from({ length: 3 }, () => "worker listening"),
      "listening",
    ]);
    expect(platform.log.at(-1)).toMatchObject({ url: platform.url, workers: 3 });
    const listening = platform.log.filter(({ msg }) => msg === "worker listening");
    expect(new Set(listening.map(({ worker }) => worker))).toEqual(new Set([1, 2, 3]));
    expect(new Set(listening.map(({ url }) => url))).toEqual(new Set([platform.url]));
    expect(new Set(pidsOf(platform)).size).toBe(3);
    expect((await ask(platform.url, "/readyz")).status).toBe(200);
    const { stdout } = await platform.stop();
    for (const line of stdout.trimEnd().split("\n")) expect(() => JSON.parse(line), line).not.toThrow();
    expect(platform.log.at(-1)).toMatchObject({ msg: "stopped" });
  });

  test("counts limits over all of them, and only the newest team token works with each of them", async () => {
    const limits = ["--token-requests-per-minute", "1", "--token-request-burst", "5"];
    const { platform } = await startWorkers(3, ...limits, "--log-level", "debug");
    const types = await askMany(platform.url, tokenPath, 60);
    expect(count(types, "OK")).toBe(5);
    expect(count(types, "request_rate_limited")).toBe(55);
    await until(
      () => platform.log.filter(({ msg }) => msg === "refused").length >= 55,
      "every line is there",
    );
    const answered = platform.log.filter(({ msg }) => msg === "refused" || msg === "served");
    expect(new Set(answered.map(({ worker }) => worker)).size).toBeGreaterThan(1);

    const { platform: generous } = await startWorkers(3, "--token-request-burst", "1000");
    const [old, current] = [await ask(generous.url, tokenPath), await ask(generous.url, tokenPath)].map(
      ({ text }) => tokenIn(text),
    );
    expect(new Set(await askMany(generous.url, surveysWith(old), 30))).toEqual(new Set(["invalid_token"]));
    expect(new Set(await askMany(generous.url, surveysWith(current), 30))).toEqual(new Set(["OK"]));
  });

  test("replaces a worker that is killed, and nobody who comes afterwards notices", async () => {
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
      }
    });
    await sleep(300);
    const killedAt = performance.now();
    process.kill(victim, "SIGKILL");
    await until(() => pidsOf(platform).length === 3, "another worker listens");
    const healedAfter = performance.now() - killedAt;
    await sleep(300);
    enough.abort();
    await Promise.all(callers);
    // Connections that the victim had already taken end with it; a moment passes until the system has closed them.
    const later = outcomes.filter(({ at }) => at > killedAt + 100);
    expect(later.length).toBeGreaterThan(0);
    expect(later.filter(({ ok }) => !ok)).toEqual([]);
    expect(outcomes.filter(({ ok }) => !ok).length).toBeLessThanOrEqual(8);
    expect(healedAfter).toBeLessThan(15_000);
    const ended = platform.log.find(({ msg }) => msg === "worker ended");
    expect(ended).toMatchObject({ signal: "SIGKILL", restart_in_ms: 0 });
    expect(isAlive(victim)).toBe(false);
  });

  test("lets every worker finish what is under way when it is told to stop, and leaves no process", async () => {
    const { platform } = await startWorkers(2, "--token-request-burst", "1000000");
    const pids = pidsOf(platform);
    const enough = new AbortController();
    const outcomes: string[] = [];
    const callers = Array.from({ length: 8 }, async () => {
      while (!enough.signal.aborted) outcomes.push(typeOf((await ask(platform.url, tokenPath)).text));
    });
    await sleep(300);
    const stopping = platform.stop();
    await sleep(200);
    enough.abort();
    await Promise.all(callers);
    expect(await stopping).toMatchObject({ code: 0, stderr: "" });
    expect(outcomes.length).toBeGreaterThan(0);
    expect(new Set(outcomes)).toEqual(new Set(["OK"]));
    expect(pids.filter(isAlive)).toEqual([]);
    const stopped = platform.log.filter(({ msg }) => msg === "stopped").map(({ worker }) => worker);
    expect(new Set(stopped)).toEqual(new Set([1, 2, undefined]));
  });

  test("is not held up by a worker that hangs, neither in serving nor in stopping", async () => {
    const { platform } = await startWorkers(2, "--token-request-burst", "1000000");
    const [hanging = 0] = pidsOf(platform);
    process.kill(hanging, "SIGSTOP");
    expect(new Set(await askMany(platform.url, tokenPath, 40))).toEqual(new Set(["OK"]));
    const startedAt = performance.now();
    expect(await platform.stop()).toMatchObject({ code: 0 });
    expect(performance.now() - startedAt).toBeLessThan(12_000);
    expect(isAlive(hanging)).toBe(false);
  });

  test("takes the workers along when the process that supervises them is killed", async () => {
    const { platform } = await startWorkers(2);
    const pids = pidsOf(platform);
    expect(pids.filter(isAlive)).toHaveLength(2);
    await platform.stop("SIGKILL");
    await until(() => pids.every((pid) => !isAlive(pid)), "no worker is left");
  });

  test("replaces a worker also while a newer release has begun to migrate, which a new start refuses", async () => {
    const address = await makeTestDatabase();
    const words = ["serve", "--port", "0", "--database", address, "--workers", "2"];
    const platform = await startSop(words);
    const database = openDatabase<Schema>({ address });
    onTestFinished(() => database.close());
    await database.write(({ kysely }) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-future', 'then')`.execute(kysely),
    );
    const [victim = 0] = pidsOf(platform);
    process.kill(victim, "SIGKILL");
    await until(() => pidsOf(platform).length === 3, "another worker listens");
    for (let round = 0; round < 10; round += 1) expect((await ask(platform.url, "/readyz")).status).toBe(200);
    const refused = await runSop(words);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("newer release (it has the migration 9999-future)");
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

describe("a start with workers that cannot succeed", { timeout: 60_000 }, () => {
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
