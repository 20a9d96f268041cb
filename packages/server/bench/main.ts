/** `npm run bench`: see docs/performance.md for what it measures; `--help` lists the options. */
import { writeFileSync } from "node:fs";
import { LoadProcess } from "./load-process.ts";
import type { Measured } from "./measure.ts";
import { measureSurveys, surveyTable } from "./measure-surveys.ts";
import { help, readOptions, type BenchOptions, type Part } from "./options.ts";
import { measureGrowth, measureOnPostgres, measureOnSqlite, type Bench } from "./parts.ts";
import { checkProcessorTime } from "./processor-time.ts";
import { growthTable, machineText, mainTables, writeReport } from "./report.ts";
import { RunFolder } from "./run-folder.ts";

async function run(options: BenchOptions): Promise<void> {
  checkProcessorTime();
  await using folder = new RunFolder("sop-bench-");
  await using load = new LoadProcess();
  const bench = { options, folder: folder.path, load };
  const { figures, text, failures } = await (options.part === "surveys"
    ? surveysOf(bench)
    : partOf(bench, options.part));
  console.log(text);
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(figures, undefined, 2));
  for (const failure of failures) console.error(`FAILED ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
  else if (options.write) writeReport(text);
}

async function surveysOf(bench: Bench) {
  const figures = await measureSurveys(bench);
  const missed = figures.filter(({ isReached }) => !isReached);
  return { figures, text: surveyTable(figures), failures: missed.map(({ what }) => what) };
}

async function partOf(bench: Bench, part: Exclude<Part, "surveys">) {
  const { options } = bench;
  const figures = await measureOf[part](bench);
  const { starts, rounds, turns } = options.timing;
  const settings = `${machineText()}; ${starts} starts of ${rounds} rounds of ${turns} turns`;
  return { figures, text: `${settings}\n\n${textOf(figures, options)}`, failures: figures.failures };
}

const measureOf: Readonly<Record<Exclude<Part, "surveys">, (bench: Bench) => Promise<Measured>>> = {
  main: measureOnSqlite,
  postgres: measureOnPostgres,
  growth: measureGrowth,
};

function textOf({ scenarios }: Measured, { part, timing: { starts }, beside, growthSizes }: BenchOptions) {
  if (part === "growth") return growthTable(scenarios, growthSizes);
  return mainTables(scenarios, { starts, hasBeside: beside !== undefined });
}

const given = readOptions(process.argv.slice(2));
if (given.help) console.log(help);
else await run(given);
