import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { platformZone } from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { startPostgres } from "../../../database/test/support/postgres/postgres-server.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import { hashToken, makeRandomId } from "../../src/model/token.ts";
import type { StorePolicy } from "../../src/store/installation/policy.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { startSession } from "../../src/store/people/session-table.ts";
import { createStore, type Store } from "../../src/store/store.ts";
import type { Bench } from "../bench.ts";
import { seed } from "../seed.ts";
import { SeededData } from "../seeded-data.ts";
import { compareDepths } from "./compare-depths.ts";
import { compareSubmissions } from "./compare-submissions.ts";
import { fillSurvey, makeSurvey } from "./filled-survey.ts";
import { type FilledSurveys, measureSurveyPages } from "./measure-survey-pages.ts";

/** A row of the table. */
export interface SurveyFigure {
  readonly engine: string;
  readonly what: string;
  readonly figure: string;
  readonly target: string;
  readonly isReached: boolean;
}

/** An open platform, without HTTP. */
export interface OpenStore {
  readonly engine: "sqlite" | "postgres";
  readonly database: Database<Schema>;
  readonly store: Store;
}

/** Sizes and durations. */
export interface SurveySizes {
  readonly few: number;
  readonly many: number;
  readonly rounds: number;
  readonly turnMilliseconds: number;
}

/** The first user of the seeded data. */
const ownerId = 1;
const ownerName = "person-0";

/** Enough to vacuum a million answers. */
const patience = 60;

const unlimited = { perMinute: 1_000_000_000, burst: 1_000_000_000 };

/** The usual one, without limits. */
const policy: StorePolicy = {
  authorizationCodeSeconds: 300,
  userAccessTokenSeconds: 259_200,
  refreshTokenSeconds: 2_592_000,
  teamAccessTokenSeconds: 7200,
  tokenRequests: unlimited,
  failedSecrets: unlimited,
  zone: platformZone("Asia/Shanghai"),
};

/** Measures submissions, results and lists of answers on both engines in this process, then pages over HTTP. */
export async function measureSurveys(bench: Bench): Promise<readonly SurveyFigure[]> {
  const { folder } = bench;
  const onSqlite = await measureOn(bench, {
    engine: "sqlite",
    address: `sqlite:${join(folder, "surveys.db")}`,
  });
  // Beside the folder of the run: only this user can read that one, and PostgreSQL may run as another user.
  const postgresFolder = `${folder}-surveys`;
  mkdirSync(postgresFolder);
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(postgresFolder, { recursive: true }));
  const postgres = started.use(await startPostgres({ durable: true, folder: postgresFolder }));
  const onPostgres = { engine: "postgres", address: postgres.address(), databasePid: postgres.pid } as const;
  return [...onSqlite, ...(await measureOn(bench, onPostgres))];
}

interface EngineToMeasure {
  readonly engine: OpenStore["engine"];
  readonly address: string;
  readonly databasePid?: number;
}

async function measureOn(
  { options, folder, load }: Bench,
  on: EngineToMeasure,
): Promise<readonly SurveyFigure[]> {
  const { rounds, turnMilliseconds, latencyMilliseconds } = options.timing;
  const sizes = { few: 1000, many: options.surveyAnswers, rounds, turnMilliseconds: 4 * turnMilliseconds };
  const { figures, filled } = await measureStore(on, sizes);
  const turns = { rounds, milliseconds: sizes.turnMilliseconds };
  // At twenty pages a second, so many that a p99 is more than one of them.
  const spanMilliseconds = 25 * latencyMilliseconds;
  return [...figures, ...(await measureSurveyPages({ folder, load, turns, spanMilliseconds }, filled))];
}

/** @returns the database as it is then, closed */
async function measureStore(
  on: EngineToMeasure,
  sizes: SurveySizes,
): Promise<{ readonly figures: readonly SurveyFigure[]; readonly filled: FilledSurveys }> {
  const { engine, address } = on;
  console.error(`filling a survey with ${sizes.many} answers (${engine})`);
  await seed(address, new SeededData({ liveTokens: 100, codes: 0 }));
  const database = openDatabase<Schema>({ address, patience });
  try {
    await database.migrate(migrations);
    const open = { engine, database, store: createStore(database, policy) };
    const submitted = await compareSubmissions(open, sizes);
    const [small, large] = [await fill(open, sizes.few), await fill(open, sizes.many)];
    await tidy(database);
    const depths = await compareDepths(open, { small: small.id, large: large.id }, sizes);
    const sessionToken = await signInOwner(open);
    return { figures: [...submitted, ...depths], filled: { ...on, small, large, sessionToken } };
  } finally {
    await database.close();
  }
}

/** Does at once what PostgreSQL does by itself while a survey gets its answers over a month, and would do while others are measured. */
async function tidy({ engine, reader }: Database<Schema>): Promise<void> {
  if (engine !== "postgres") return;
  await sql`vacuum analyze`.execute(reader.kysely);
  await sql`checkpoint`.execute(reader.kysely);
}

async function fill({ database, store }: OpenStore, count: number) {
  const survey = await makeSurvey(store.surveys, ownerId);
  await fillSurvey(database, survey.id, count);
  return survey;
}

async function signInOwner({ database }: OpenStore): Promise<string> {
  const sessionToken = makeRandomId();
  const session = { hash: hashToken(sessionToken), lifetimeSeconds: 12 * 3600, replaces: undefined };
  await database.write((t) => startSession(t, { ...session, username: ownerName, passwordHash: "" }));
  return sessionToken;
}
