import type { Database, Queries } from "@survey-open-platform/database";
import type { TallyFilter } from "@survey-open-platform/surveys";
import { CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import { readConfig } from "../../src/config/read-config.ts";
import { countAnswers, readContent } from "../../src/surveys/results/survey-results.ts";
import { storePolicyOf } from "../../src/platform.ts";
import { createStore } from "../../src/store/store.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { startTestPlatform } from "../support/test-platform.ts";

interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A database that notes its prepared queries. */
function noting(database: Database<Schema>, asked: Asked[]): Database<Schema> {
  const { reader } = database;
  const run: Queries<Schema>["run"] = (query, parameters) => {
    const bound = query.compiledFor(reader.kysely);
    asked.push({ text: bound.sql, values: bound.bind(parameters) });
    return reader.run(query, parameters);
  };
  return { ...database, reader: { kysely: reader.kysely, run } };
}

/** A database that notes how many of its prepared queries waited for rows at the same time, at most. */
function counting(database: Database<Schema>) {
  const { reader } = database;
  let [waiting, most] = [0, 0];
  const run: Queries<Schema>["run"] = async (query, parameters) => {
    waiting += 1;
    most = Math.max(most, waiting);
    try {
      return await reader.run(query, parameters);
    } finally {
      waiting -= 1;
    }
  };
  return { counted: { ...database, reader: { kysely: reader.kysely, run } }, most: () => most };
}

const rangeOfQuestion = {
  sqlite:
    /SEARCH survey_tallies USING PRIMARY KEY \(survey_id=\? AND question_id=\? AND hour>\? AND hour<\?\)/,
  postgres: /Index Cond: \(\(survey_id = \S+ AND \(question_id = \S+ AND \(hour >= \S+ AND \(hour <= /,
};

/** How the engine runs a query when the table is too large to be read as a whole. */
function planOf(database: Database<Schema>, { text, values }: Asked): Promise<string> {
  return database.write(async ({ kysely }) => {
    const isOnPostgres = database.engine === "postgres";
    if (isOnPostgres) await sql`set local enable_seqscan = off`.execute(kysely);
    const explain = isOnPostgres ? "explain" : "explain query plan";
    const { rows } = await kysely.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...values]));
    return JSON.stringify(rows);
  });
}

test("each query of results on tallies reads one range of the primary key, that of a question", async () => {
  const platform = await startTestPlatform();
  const { database, address } = platform;
  const surveyId = await surveyIdOf(platform, "ada-1");
  const asked: Asked[] = [];
  const config = readConfig({ flags: { database: address }, environment: {} });
  const store = createStore(noting(database, asked), storePolicyOf(config));
  const content = await readContent(store, surveyId);
  await countAnswers(store, content, {});
  await countAnswers(store, content, { from: 0, to: Date.UTC(2027, 0, 1), version: 1 });
  const onTallies = asked.filter(({ text }) => text.includes("survey_tallies"));
  // At least the facts and one question, twice, and the hours.
  expect(onTallies.length).toBeGreaterThanOrEqual(5);
  for (const each of onTallies)
    expect(await planOf(database, each)).toMatch(rangeOfQuestion[database.engine]);
});

test("questions of all time are read at once, those of a range one after the other, so that others go on in between", async () => {
  const platform = await startTestPlatform();
  const surveyId = await surveyIdOf(platform, "ada-1");
  const config = readConfig({ flags: { database: platform.address }, environment: {} });
  const mostWaiting = async (filter: TallyFilter) => {
    const { counted, most } = counting(platform.database);
    const { surveys } = createStore(counted, storePolicyOf(config));
    await surveys.tallies({ surveyId, questionIds: ["q-1", "q-2"], ...filter });
    return most();
  };
  expect(await mostWaiting({})).toBeGreaterThan(1);
  expect(await mostWaiting({ from: 0 })).toBe(1);
  expect(await mostWaiting({ to: Date.UTC(2027, 0, 1), version: 1 })).toBe(1);
});
