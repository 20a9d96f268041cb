import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { bareContender, ownCheckout, platformContender, type Contender } from "./contenders.ts";
import { measure, type Measured } from "./measure.ts";
import type { LoadProcess } from "./load-process.ts";
import type { BenchOptions } from "./options.ts";
import { turnsToWarmUp } from "./scenario-lane.ts";
import { exchangesPerTurn, hubScenarios, platformScenarios, type Scenario } from "./scenarios.ts";
import { seed } from "./seed.ts";
import { SeededData } from "./seeded-data.ts";

/** What all parts of a run share. */
export interface Bench {
  readonly options: BenchOptions;
  /** For databases and logs; deleted in the end. */
  readonly folder: string;
  readonly load: LoadProcess;
}

/** The checkouts that are measured, by the name of the contender. */
export function checkoutsOf({ beside }: BenchOptions): ReadonlyMap<string, string> {
  const own = ["platform", ownCheckout] as const;
  return new Map(beside === undefined ? [own] : [own, ["beside", resolve(beside)]]);
}

/** The usual content of a database: enough codes for every turn of every start. */
export function usualData({ liveTokens, timing }: BenchOptions): SeededData {
  const turns = timing.rounds * timing.turns + turnsToWarmUp(timing);
  // One more in each start is looked at.
  return new SeededData({ liveTokens, codes: (exchangesPerTurn * turns + 1) * timing.starts });
}

/** Scenarios that `--only` lets through. @throws Error when that names none of them */
export function chosen(scenarios: readonly Scenario[], { only }: BenchOptions): readonly Scenario[] {
  if (only.length > 0 && !scenarios.some(({ name }) => only.includes(name)))
    throw new Error(`--only names none of ${scenarios.map(({ name }) => name).join(", ")}`);
  return only.length === 0 ? scenarios : scenarios.filter(({ name }) => only.includes(name));
}

/** A filled SQLite file of each checkout. @returns its address by the name of the contender */
export async function fillFiles(
  { folder }: Bench,
  names: readonly string[],
  data: SeededData,
): Promise<ReadonlyMap<string, string>> {
  console.error(`filling a SQLite database with ${data.size.liveTokens} live tokens`);
  const [first = "", ...others] = names.map((name) => join(folder, `${name}-${data.size.liveTokens}.db`));
  await seed(`sqlite:${first}`, data);
  for (const other of others) copyFileSync(first, other);
  return new Map(names.map((name, at) => [name, `sqlite:${[first, ...others][at]}`]));
}

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

/** A folder within that of the run. */
export function subfolder({ folder }: Bench, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}
