import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { platformZone } from "@survey-open-platform/surveys";
import { startPostgres } from "../../../database/test/support/postgres/postgres-server.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { StorePolicy } from "../../src/store/policy.ts";
import type { Schema } from "../../src/store/schema.ts";
import { createStore, type Store } from "../../src/store/store.ts";
import type { Bench } from "../bench.ts";
import { seed } from "../seed.ts";
import { SeededData } from "../seeded-data.ts";
import { compareDepths } from "./compare-depths.ts";
import { compareSubmissions } from "./compare-submissions.ts";

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

/** Measures submissions, results and lists of answers on both engines, in this process and without HTTP. */
export async function measureSurveys({ options, folder }: Bench): Promise<readonly SurveyFigure[]> {
  const { rounds, turnMilliseconds } = options.timing;
  const sizes = { few: 1000, many: options.surveyAnswers, rounds, turnMilliseconds: 4 * turnMilliseconds };
  const onSqlite = await measureOn("sqlite", `sqlite:${join(folder, "surveys.db")}`, sizes);
  // Beside the folder of the run: only this user can read that one, and PostgreSQL may run as another user.
  const postgresFolder = `${folder}-surveys`;
  mkdirSync(postgresFolder);
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(postgresFolder, { recursive: true }));
  const postgres = started.use(await startPostgres({ durable: true, folder: postgresFolder }));
  return [...onSqlite, ...(await measureOn("postgres", postgres.address(), sizes))];
}

async function measureOn(
  engine: OpenStore["engine"],
  address: string,
  sizes: SurveySizes,
): Promise<readonly SurveyFigure[]> {
  console.error(`filling a survey with ${sizes.many} answers (${engine})`);
  await seed(address, new SeededData({ liveTokens: 100, codes: 0 }));
  const database = openDatabase<Schema>({ address, patience: 10 });
  try {
    await database.migrate(migrations);
    const open = { engine, database, store: createStore(database, policy) };
    return [...(await compareSubmissions(open, sizes)), ...(await compareDepths(open, sizes))];
  } finally {
    await database.close();
  }
}
