import { copyFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { ownCheckout } from "./contenders.ts";
import type { LoadProcess } from "./load-process.ts";
import type { BenchOptions } from "./options.ts";
import { turnsToWarmUp } from "./scenario-lane.ts";
import { exchangesPerTurn, type Scenario } from "./scenarios.ts";
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

/** A folder within that of the run. */
export function subfolder({ folder }: Bench, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}
