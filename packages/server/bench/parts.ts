import { mkdirSync } from "node:fs";
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
  const { options, folder, load } = bench;
  const scenarios = chosen([...platformScenarios, ...hubScenarios], options);
  const withHub = scenarios.some(({ server }) => server === "hub");
  const addressOf = (name: string) => Promise.resolve(`sqlite:${join(folder, `${name}.db`)}`);
  const contenders = await prepareContenders(bench, withHub, addressOf);
  return measure({ contenders, scenarios, timing: options.timing, load });
}

/** A PostgreSQL that syncs every commit. Its folder is deleted with that of the run. */
export function durablePostgres(bench: Bench): Promise<PostgresServer> {
  // Beside the folder of the run: only this user can read that one, and PostgreSQL may run as another user.
  const folder = `${bench.folder}-postgres`;
  mkdirSync(folder);
  return startPostgres({ durable: true, folder });
}

/** The targets on PostgreSQL. */
const targets: Readonly<Record<string, number>> = { "team-token-1": 0.1, "team-token": 0.2 };

/** Measures the platform on PostgreSQL. */
export async function measureOnPostgres(bench: Bench): Promise<Measured> {
  const { options, load } = bench;
  await using postgres = await durablePostgres(bench);
  const contenders = await prepareContenders(bench, false, async (name) => {
    await createDatabase(postgres, name);
    return postgres.address(name);
  });
  const common = platformScenarios.filter(({ name }) => ["user", "team-token"].includes(name));
  const all = [...common, oneTeamScenario].map(({ target: _onSqlite, ...scenario }) => {
    const target = targets[scenario.name];
    return target === undefined ? scenario : { ...scenario, target };
  });
  const scenarios = chosen(all, options);
  return await measure({ contenders, scenarios, timing: options.timing, load, databasePid: postgres.pid });
}

/** The bare server and each checkout, which gets a database of its own. */
async function prepareContenders(
  { options, folder }: Bench,
  withHub: boolean,
  addressOf: (name: string) => Promise<string>,
): Promise<readonly Contender[]> {
  const data = usualData(options);
  const contenders = [bareContender(folder, data)];
  const checkouts = { platform: ownCheckout, ...(options.beside && { beside: resolve(options.beside) }) };
  for (const [name, checkout] of Object.entries(checkouts)) {
    const database = await addressOf(name);
    console.error(`filling a database with ${data.size.liveTokens} live tokens (${name})`);
    await seed(database, data);
    contenders.push(platformContender({ name, checkout, data, database, folder, withHub }));
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
