import { mkdirSync, rmSync } from "node:fs";
import { openDatabase } from "@survey-open-platform/database";
import { sql } from "kysely";
import { startPostgres, type PostgresServer } from "../../database/test/support/postgres/postgres-server.ts";
import { checkoutsOf, chosen, fillFiles, subfolder, usualData, type Bench } from "./bench.ts";
import { bareContender, ownCheckout, platformContender, type Contender } from "./contenders.ts";
import { measure, type Measured } from "./measure.ts";
import { growthName } from "./report.ts";
import { hubScenarios, oneTeamScenario, platformScenarios, type Scenario } from "./scenarios.ts";
import { seed } from "./seed.ts";
import { SeededData } from "./seeded-data.ts";

/** The main table: all scenarios on SQLite. */
export async function measureOnSqlite(bench: Bench): Promise<Measured> {
  const { folder, options } = bench;
  const scenarios = chosen([...platformScenarios, ...hubScenarios], options);
  const data = usualData(options);
  const checkouts = checkoutsOf(options);
  const addresses = await fillFiles(bench, [...checkouts.keys()], data);
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

/** Starts a PostgreSQL that syncs every commit, and measures the platform on it. */
export async function measureOnPostgres(bench: Bench): Promise<Measured> {
  const { load, options } = bench;
  // Beside the folder of the run: only this user can read that one, and PostgreSQL may run as another user.
  const folder = `${bench.folder}-postgres`;
  mkdirSync(folder);
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true }));
  const postgres = started.use(await startPostgres({ durable: true, folder }));
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
  const folder = subfolder(bench, "on-postgres");
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

/** Token checks on databases of several sizes, in turns. */
export async function measureGrowth(bench: Bench): Promise<Measured> {
  const { growthSizes, timing } = bench.options;
  const contenders: Contender[] = [];
  for (const liveTokens of growthSizes) {
    const data = new SeededData({ liveTokens, codes: 0 });
    const name = growthName(liveTokens);
    const folder = subfolder(bench, `growth-${liveTokens}`);
    const database = (await fillFiles({ ...bench, folder }, ["growth"], data)).get("growth") ?? "";
    contenders.push(
      platformContender({ name, checkout: ownCheckout, data, database, folder, withHub: false }),
    );
  }
  const scenarios = platformScenarios.filter(({ name }) => name === "user");
  return measure({ contenders, scenarios, timing, load: bench.load });
}
