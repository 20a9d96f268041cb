import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { subfolder, type Bench } from "./bench.ts";
import { ownCheckout, platformContender, type Contender } from "./contenders.ts";
import { measure, type Measured } from "./measure.ts";
import { platformScenarios } from "./scenarios.ts";
import { seed } from "./seed.ts";
import { SeededData } from "./seeded-data.ts";

/** The name of the contender with so many live tokens. */
export function growthName(liveTokens: number): string {
  return `${liveTokens.toLocaleString("en")} tokens`;
}

/** Token checks on databases of several sizes, in turns. */
export async function measureGrowth(bench: Bench): Promise<Measured> {
  const { growthSizes, timing } = bench.options;
  const contenders: Contender[] = [];
  for (const liveTokens of growthSizes) {
    const data = new SeededData({ liveTokens, codes: 0 });
    const name = growthName(liveTokens);
    const folder = subfolder(bench, `growth-${liveTokens}`);
    const database = `sqlite:${await filledFile(bench.options.growthFolder ?? folder, data)}`;
    contenders.push(
      platformContender({ name, checkout: ownCheckout, data, database, folder, withHub: false }),
    );
  }
  const scenarios = platformScenarios.filter(({ name }) => name === "user");
  return measure({ contenders, scenarios, timing, load: bench.load });
}

/** A file with the data, filled unless it is there. It gets its name when it is complete: a run may be ended before. */
async function filledFile(folder: string, data: SeededData): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const { liveTokens } = data.size;
  const file = join(folder, `${liveTokens}-tokens.db`);
  if (existsSync(file)) return file;
  console.error(`filling a SQLite database with ${liveTokens} live tokens`);
  const incomplete = join(folder, `${liveTokens}-tokens-${process.pid}.db`);
  await seed(`sqlite:${incomplete}`, data);
  renameSync(incomplete, file);
  return file;
}
