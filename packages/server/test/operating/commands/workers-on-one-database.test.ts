import { openDatabase } from "@survey-open-platform/database";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeTestDatabase } from "../../../../database/test/support/test-database.ts";
import type { Schema } from "../../../src/store/schema/schema.ts";
import { runSop, startSop } from "./support/sop-process.ts";
import { ask, askMany, pidsOf, startWorkers, team, tokenPath, until } from "./support/workers.ts";

function tokenIn(text: string): string {
  return /"access_token":"([^"]+)"/.exec(text)?.[1] ?? "";
}

function surveysWith(token = ""): string {
  return `/api/surveys?appid=${team.appid}&access_token=${token}`;
}

function count<Value>(values: readonly Value[], wanted: Value): number {
  return values.filter((value) => value === wanted).length;
}

// Several processes start for each of them, however busy the machine is.
describe("several workers on one database", () => {
  test("prepares the database once, serves with each of them on one port, and says so once", async () => {
    const { platform } = await startWorkers(3);
    const messages = platform.log.map(({ msg }) => msg);
    const expected = ["applied", "listening", ...Array.from({ length: 3 }, () => "worker listening")];
    expect(messages.toSorted((one, other) => String(one).localeCompare(String(other)))).toEqual(expected);
    expect(messages[0]).toBe("applied");
    const said = platform.log.find(({ msg }) => msg === "listening");
    expect(said).toMatchObject({ url: platform.url, workers: 3 });
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
    const types = [...(await askMany(platform.url, tokenPath, 60))];
    const answered = () => platform.log.filter(({ msg }) => msg === "refused" || msg === "served");
    const areSeveral = () => new Set(answered().map(({ worker }) => worker)).size > 1;
    // While the others stand still, one of them takes every connection that waits.
    while (!areSeveral()) types.push(...(await askMany(platform.url, tokenPath, 1)));
    expect(count(types, "OK")).toBe(5);
    expect(count(types, "request_rate_limited")).toBe(types.length - 5);

    const { platform: generous } = await startWorkers(3, "--token-request-burst", "1000");
    const [old, current] = [await ask(generous.url, tokenPath), await ask(generous.url, tokenPath)].map(
      ({ text }) => tokenIn(text),
    );
    expect(new Set(await askMany(generous.url, surveysWith(old), 30))).toEqual(new Set(["invalid_token"]));
    expect(new Set(await askMany(generous.url, surveysWith(current), 30))).toEqual(new Set(["OK"]));
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
});
