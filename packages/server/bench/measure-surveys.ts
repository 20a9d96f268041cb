import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { exportedAnswers, platformZone, surveyColumns, writeCsv } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { startPostgres } from "../../database/test/support/postgres/postgres-server.ts";
import { countAnswers, readContent } from "../src/surveys/results/survey-results.ts";
import { migrations } from "../src/store/migrations/migrations.ts";
import type { StorePolicy } from "../src/store/installation/policy.ts";
import type { Schema } from "../src/store/schema/schema.ts";
import { createStore, type Store } from "../src/store/store.ts";
import type { Bench } from "./parts.ts";
import { latencyOf, type Latency } from "./figures.ts";
import { choicesOf, fillSurvey, makeSurvey } from "./filled-survey.ts";
import { machineText, markdownTable } from "./report.ts";
import { seed } from "./seed.ts";
import { SeededData } from "./seeded-data.ts";

/** A row of the table; a target is the most that is wanted. */
interface SurveyFigure {
  readonly engine: string;
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  readonly isReached: boolean;
}

/** The table of a run, in Markdown. */
export function surveyTable(figures: readonly SurveyFigure[]): string {
  const rows = figures.map(({ engine, what, figure, target, isReached }) => {
    return [engine, what, figure, target === "" ? "" : `${target}: ${isReached ? "reached" : "missed"}`];
  });
  return `${machineText()}\n\n${markdownTable(["engine", "what", "figure", "target"], rows)}`;
}

/** An open platform, without HTTP. */
interface OpenStore {
  readonly engine: "sqlite" | "postgres";
  readonly database: Database<Schema>;
  readonly store: Store;
}

/** Any user of the seeded data. */
const userId = 1;
const fewAnswers = 1000;
const callers = 64;
const readings = 1000;
const turnsOfExport = 10;
const submissionsPerTurn = 100;
const mostTimes = { results: 1.2, submission: 1.5 } as const;
const mostMegabytes = 64;
const mostMilliseconds = { results: 20, firstAnswers: 200 } as const;
/** Enough to vacuum a million answers. */
const patience = 60;

const unlimited = { perMinute: 1_000_000_000, burst: 1_000_000_000 };
/** The usual one, without limits. */
const policy: StorePolicy = {
  authorizationCodeSeconds: 300,
  userAccessTokenSeconds: 259_200,
  bearerTokenSeconds: 3600,
  refreshTokenSeconds: 2_592_000,
  teamAccessTokenSeconds: 7200,
  tokenRequests: unlimited,
  failedSecrets: unlimited,
  zone: platformZone("Asia/Shanghai"),
};

/** Measures submissions, results and exports on both engines, in this process. */
export async function measureSurveys(bench: Bench): Promise<readonly SurveyFigure[]> {
  const { folder } = bench;
  const onSqlite = await measureOn(bench, "sqlite", `sqlite:${join(folder, "surveys.db")}`);
  // Beside the folder of the run: only this user can read that one, and PostgreSQL may run as another user.
  const postgresFolder = `${folder}-surveys`;
  mkdirSync(postgresFolder);
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(postgresFolder, { recursive: true }));
  const postgres = started.use(await startPostgres({ durable: true, folder: postgresFolder }));
  return [...onSqlite, ...(await measureOn(bench, "postgres", postgres.address()))];
}

async function measureOn(
  { options }: Bench,
  engine: OpenStore["engine"],
  address: string,
): Promise<readonly SurveyFigure[]> {
  const { surveyAnswers, timing } = options;
  console.error(`filling a survey with ${surveyAnswers} answers (${engine})`);
  await seed(address, new SeededData({ liveTokens: 100, codes: 0 }));
  const database = openDatabase<Schema>({ address, patience });
  try {
    await database.migrate(migrations);
    const open = { engine, database, store: createStore(database, policy) };
    const submissions = await measureSubmissions(open, timing.rounds * timing.turnMilliseconds * 4);
    const [few, many] = [await fill(open, fewAnswers), await fill(open, surveyAnswers)];
    await tidy(database);
    return [...submissions, ...(await measureResults(open, few, many)), ...(await measureExport(open, many))];
  } finally {
    await database.close();
  }
}

async function fill({ database, store }: OpenStore, count: number): Promise<number> {
  const { id } = await makeSurvey(store.surveys, userId);
  await fillSurvey(database, id, count);
  return id;
}

/** Does at once what PostgreSQL does by itself while a survey gets its answers over a month. */
async function tidy({ engine, reader }: Database<Schema>): Promise<void> {
  if (engine !== "postgres") return;
  await sql`vacuum analyze`.execute(reader.kysely);
  await sql`checkpoint`.execute(reader.kysely);
}

/** Durable answers of ten choices to one survey, by several callers at once. */
async function measureSubmissions(open: OpenStore, milliseconds: number): Promise<readonly SurveyFigure[]> {
  const submit = await submitter(open);
  const startedAt = performance.now();
  let done = 0;
  const submitAgain = async () => {
    for (; performance.now() - startedAt < milliseconds; done += 1) await submit();
  };
  await Promise.all(Array.from({ length: callers }, submitAgain));
  const figure = ((done / (performance.now() - startedAt)) * 1000).toFixed(0);
  return [{ engine: open.engine, what: "submissions a second", figure, target: "", isReached: true }];
}

/** Submits to a survey of its own. */
async function submitter({ store }: OpenStore): Promise<() => Promise<void>> {
  const { id: surveyId } = await makeSurvey(store.surveys, userId);
  const facts = { channel: "link", ua: "phone", referrer: "", address: "192.0.2.1", onceKey: null };
  const answer = { surveyId, version: 1, customArguments: {}, respondent: undefined, startedAt: 0, ...facts };
  let number = 0;
  return async () => {
    number += 1;
    const outcome = await store.surveys.submitAnswer({ ...answer, values: choicesOf(number) });
    if ("refused" in outcome) throw new Error(`A submission was refused: ${outcome.refused}`);
  };
}

/** What results read, with many answers beside few. */
async function measureResults(
  { engine, store }: OpenStore,
  few: number,
  many: number,
): Promise<readonly SurveyFigure[]> {
  const read = async (surveyId: number) =>
    void (await countAnswers(store, await readContent(store, surveyId), {}));
  // Compiled before either is measured.
  await timesOf(readings, () => read(few));
  const ofFew = latencyOfAll(await timesOf(readings, () => read(few)));
  const ofMany = latencyOfAll(await timesOf(readings, () => read(many)));
  const what = `what results read with many answers, p50 in times of ${fewAnswers}`;
  return [
    atMost({ engine, what }, ofMany.p50 / ofFew.p50, mostTimes.results),
    atMost({ engine, what: "p99 of that, in ms" }, ofMany.p99, mostMilliseconds.results),
  ];
}

/** @returns the milliseconds of each */
async function timesOf(
  count: number,
  work: () => Promise<void>,
  pauseMilliseconds = 0,
): Promise<readonly number[]> {
  const taken: number[] = [];
  while (taken.length < count) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
    if (pauseMilliseconds > 0) await sleep(pauseMilliseconds);
  }
  return taken;
}

function latencyOfAll(milliseconds: readonly number[]): Latency {
  return latencyOf(Float64Array.from(milliseconds));
}

function atMost(row: Pick<SurveyFigure, "engine" | "what">, figure: number, most: number): SurveyFigure {
  return { ...row, figure: figure.toFixed(2), target: `at most ${most}`, isReached: figure <= most };
}

/** What a CSV of many answers costs: memory, the first answers, and others who submit meanwhile. */
async function measureExport(open: OpenStore, surveyId: number): Promise<readonly SurveyFigure[]> {
  const { engine } = open;
  const startedAt = performance.now();
  const before = process.memoryUsage().rss;
  const chunks = await csvOf(open, surveyId);
  // The first chunk has the titles.
  await chunks.next();
  await chunks.next();
  const firstMilliseconds = performance.now() - startedAt;
  let most = before;
  for await (const _ of chunks) most = Math.max(most, process.memoryUsage().rss);
  const times = await submissionDuringExport(open, surveyId);
  return [
    atMost({ engine, what: "MB that a CSV adds" }, (most - before) / 1_000_000, mostMegabytes),
    atMost(
      { engine, what: "first answers of a CSV, in ms" },
      firstMilliseconds,
      mostMilliseconds.firstAnswers,
    ),
    atMost(
      { engine, what: "p99 of a submission during a CSV, in times of a quiet one" },
      times,
      mostTimes.submission,
    ),
  ];
}

async function csvOf({ store }: OpenStore, surveyId: number): Promise<AsyncGenerator<Uint8Array>> {
  const definitions = await store.surveys.definitionsOf(surveyId);
  const versions = definitions.map(({ version, definition }) => ({ version, pages: definition.pages }));
  const upTo = await store.surveys.newestSerial(surveyId);
  return writeCsv({
    columns: surveyColumns({ versions, customArguments: [] }),
    answers: exportedAnswers(store.surveys, { surveyId, after: 0, upTo }),
    zone: platformZone("Asia/Shanghai"),
  });
}

/**
 * Submits in turns with and without an export, because the time of a write to the disk changes from one minute to the next.
 *
 * @returns p99 of a submission during the export in times of one without
 */
async function submissionDuringExport(open: OpenStore, surveyId: number): Promise<number> {
  const submit = await submitter(open);
  const submitRegularly = () => timesOf(submissionsPerTurn, submit, 10);
  const chunks = exportAgainAndAgain(open, surveyId);
  const submitMeanwhile = async () => {
    const done = new AbortController();
    const submitting = submitRegularly().finally(() => done.abort());
    while (!done.signal.aborted) await chunks.next();
    return submitting;
  };
  const [quiet, meanwhile]: [number[], number[]] = [[], []];
  // The first turn compiles.
  for (let turn = 0; turn <= turnsOfExport; turn += 1) {
    const [one, other] = [await submitRegularly(), await submitMeanwhile()];
    if (turn > 0) quiet.push(...one);
    if (turn > 0) meanwhile.push(...other);
  }
  return latencyOfAll(meanwhile).p99 / latencyOfAll(quiet).p99;
}

/** Chunk after chunk, without an end. */
async function* exportAgainAndAgain(open: OpenStore, surveyId: number): AsyncGenerator<Uint8Array> {
  for (;;) yield* await csvOf(open, surveyId);
}
