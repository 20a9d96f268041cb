import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { openDatabase } from "@survey-open-platform/database";
import { sql } from "kysely";
import { startPostgres, type PostgresServer } from "../../database/test/support/postgres/postgres-server.ts";
import { bareContender, ownCheckout, platformContender, type Contender } from "./contenders.ts";
import type { LoadProcess } from "./load-process.ts";
import { measure, type Measured } from "./measure.ts";
import type { BenchOptions } from "./options.ts";
import { turnsToWarmUp } from "./scenario-lane.ts";
import {
  exchangesPerTurn,
  hubScenarios,
  oauthScenarios,
  oneTeamScenario,
  platformScenarios,
  type Scenario,
} from "./scenarios.ts";
import { seed } from "./seed.ts";
import { SeededData } from "./seeded-data.ts";

/** What all parts of a run share. */
export interface Bench {
  readonly options: BenchOptions;
  /** For databases and logs; deleted in the end. */
  readonly folder: string;
  readonly load: LoadProcess;
}

/** The main table: all scenarios on SQLite. */
export async function measureOnSqlite(bench: Bench): Promise<Measured> {
  const { folder, options } = bench;
  const withOauth = options.beside === undefined;
  const all = [...platformScenarios, ...(withOauth ? oauthScenarios : []), ...hubScenarios];
  const scenarios = chosen(all, options);
  const data = usualData(options);
  const checkouts = checkoutsOf(options);
  const addresses = await fillFiles(bench, [...checkouts.keys()], data, withOauth);
  const withHub = scenarios.some(({ server }) => server === "hub");
  const platforms = [...checkouts].map(([name, checkout]): Contender => {
    const database = addresses.get(name) ?? "";
    return platformContender({ name, checkout, data, database, folder, withHub });
  });
  const contenders = [bareContender(folder, data), ...platforms];
  return measure({ contenders, scenarios, timing: options.timing, load: bench.load });
}

/** The targets on PostgreSQL. */
const targets: Readonly<Record<string, number>> = { "team-token-1": 0.1, "team-token": 0.2 };

/** A PostgreSQL that syncs every commit. Its folder is deleted with that of the run. */
export function durablePostgres(bench: Bench): Promise<PostgresServer> {
  // Beside the folder of the run: only this user can read that one, and PostgreSQL may run as another user.
  const folder = `${bench.folder}-postgres`;
  mkdirSync(folder);
  return startPostgres({ durable: true, folder });
}

/** Measures the platform on PostgreSQL. */
export async function measureOnPostgres(bench: Bench): Promise<Measured> {
  const { load, options } = bench;
  await using postgres = await durablePostgres(bench);
  const contenders = await preparedContenders(bench, postgres);
  const scenarios = chosen(postgresScenarios(), options);
  return await measure({ contenders, scenarios, timing: options.timing, load, databasePid: postgres.pid });
}

function postgresScenarios(): readonly Scenario[] {
  const common = platformScenarios.filter(({ name }) => ["user", "team-token"].includes(name));
  return [...common, oneTeamScenario].map(({ target: _onSqlite, ...scenario }) => {
    const target = targets[scenario.name];
    return target === undefined ? scenario : { ...scenario, target };
  });
}

/** Each checkout gets a database of its own. */
async function preparedContenders(bench: Bench, postgres: PostgresServer): Promise<readonly Contender[]> {
  const data = usualData(bench.options);
  const folder = join(bench.folder, "on-postgres");
  const contenders = [bareContender(folder, data)];
  for (const [name, checkout] of checkoutsOf(bench.options)) {
    const database = postgres.address(name);
    console.error(`filling a PostgreSQL database with ${data.size.liveTokens} live tokens`);
    await createDatabase(postgres, name);
    await seed(database, data);
    contenders.push(platformContender({ name, checkout, data, database, folder, withHub: false }));
  }
  return contenders;
}

async function createDatabase(postgres: PostgresServer, name: string): Promise<void> {
  const administration = openDatabase<object>({ address: postgres.address(), patience: 100 });
  try {
    await sql`create database ${sql.id(name)}`.execute(administration.reader.kysely);
  } finally {
    await administration.close();
  }
}

/** The checkouts that are measured, by the name of the contender. */
function checkoutsOf({ beside }: BenchOptions): ReadonlyMap<string, string> {
  const own = ["platform", ownCheckout] as const;
  return new Map(beside === undefined ? [own] : [own, ["beside", resolve(beside)]]);
}

/** The usual content of a database: enough codes for every turn of every start. */
function usualData({ liveTokens, timing }: BenchOptions): SeededData {
  const turns = timing.rounds * timing.turns + turnsToWarmUp(timing);
  // One more in each start is looked at.
  return new SeededData({ liveTokens, codes: (exchangesPerTurn * turns + 1) * timing.starts });
}

/** Scenarios that `--only` lets through. @throws Error when that names none of them */
function chosen(scenarios: readonly Scenario[], { only }: BenchOptions): readonly Scenario[] {
  if (only.length > 0 && !scenarios.some(({ name }) => only.includes(name)))
    throw new Error(`--only names none of ${scenarios.map(({ name }) => name).join(", ")}`);
  return only.length === 0 ? scenarios : scenarios.filter(({ name }) => only.includes(name));
}

/** A filled SQLite file of each checkout. @returns its address by the name of the contender */
async function fillFiles(
  { folder }: Bench,
  names: readonly string[],
  data: SeededData,
  withOauth = false,
): Promise<ReadonlyMap<string, string>> {
  console.error(`filling a SQLite database with ${data.size.liveTokens} live tokens`);
  const [first = "", ...others] = names.map((name) => join(folder, `${name}-${data.size.liveTokens}.db`));
  await seed(`sqlite:${first}`, data, { withOauth });
  for (const other of others) copyFileSync(first, other);
  return new Map(names.map((name, at) => [name, `sqlite:${[first, ...others][at]}`]));
}
