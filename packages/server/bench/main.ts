/** `npm run bench`: see docs/benchmarks.md for what it measures; `--help` lists the options. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { bareContender, ownCheckout, platformContender, type Contender } from "./contenders.ts";
import { LoadProcess } from "./load-process.ts";
import { measure } from "./measure.ts";
import { oncePerTurn } from "./scenario-lane.ts";
import type { Timing } from "./scenario-run.ts";
import { checkProcessorTime } from "./processor-time.ts";
import { latencyTable, linesOf, pairTable, ratioTable } from "./report.ts";
import { hubScenarios, platformScenarios } from "./scenarios.ts";
import { SeededData } from "./seeded-data.ts";
import { seed } from "./seed.ts";

const { values: options } = parseArgs({
  options: {
    starts: { type: "string", default: "2" },
    rounds: { type: "string", default: "5" },
    turns: { type: "string", default: "4" },
    only: { type: "string", default: "" },
    beside: { type: "string" },
    json: { type: "string" },
    tokens: { type: "string", default: "100000" },
    smoke: { type: "boolean", default: false },
  },
});

checkProcessorTime();
const timing: Timing = options.smoke
  ? { starts: 2, rounds: 1, turns: 2, turnMilliseconds: 50, warmUpMilliseconds: 50, latencyMilliseconds: 100 }
  : {
      starts: Number(options.starts),
      rounds: Number(options.rounds),
      turns: Number(options.turns),
      turnMilliseconds: 150,
      warmUpMilliseconds: 1000,
      latencyMilliseconds: 1000,
    };
const only = options.only.split(",").filter(Boolean);
const scenarios = [...platformScenarios, ...hubScenarios].filter(
  ({ name }) => only.length === 0 || only.includes(name),
);
const folder = mkdtempSync(join(tmpdir(), "sop-bench-"));
try {
  const codesPerStart = oncePerTurn * (timing.rounds * timing.turns + 1) + 1;
  const data = new SeededData({
    liveTokens: options.smoke ? 2000 : Number(options.tokens),
    codes: codesPerStart * timing.starts,
  });
  console.error(`filling a database with ${data.size.liveTokens} live tokens`);
  const file = join(folder, "seeded.db");
  await seed(`sqlite:${file}`, data);
  const withHub = scenarios.some(({ server }) => server === "hub");
  const platform = (name: string, checkout: string): Contender => {
    const database = join(folder, `${name}.db`);
    copyFileSync(file, database);
    return platformContender({ name, checkout, database: `sqlite:${database}`, folder, withHub });
  };
  const contenders = [
    bareContender(folder),
    platform("platform", ownCheckout),
    ...(options.beside === undefined ? [] : [platform("beside", resolve(options.beside))]),
  ];
  await using load = new LoadProcess();
  const measured = await measure({ contenders, scenarios, data, timing, load });
  const lines = measured.scenarios.flatMap((figures) => linesOf(figures, timing.starts));
  console.log(ratioTable(lines));
  console.log(`\n${latencyTable(lines)}`);
  if (options.beside !== undefined) console.log(`\n${pairTable(measured.scenarios, ["platform", "beside"])}`);
  if (options.json !== undefined)
    writeFileSync(options.json, JSON.stringify({ lines, ...measured }, undefined, 2));
  for (const failure of measured.failures) console.error(`FAILED ${failure}`);
  if (measured.failures.length > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true });
}
