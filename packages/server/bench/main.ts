/** `npm run bench`: see docs/performance.md for what it measures; `--help` lists the options. */
import { writeFileSync } from "node:fs";
import { measureOnSqlite, type Bench } from "./bench.ts";
import { floorTable } from "./floors/floor-table.ts";
import { measureFloors } from "./floors/measure-floors.ts";
import { measureGrowth } from "./growth.ts";
import { LoadProcess } from "./load-process.ts";
import { help, readOptions, type BenchOptions } from "./options.ts";
import { measureOnPostgres } from "./postgres.ts";
import { checkProcessorTime } from "./processor-time.ts";
import { profileTable } from "./profile-groups.ts";
import { measureProfiles } from "./profile.ts";
import type { Measured } from "./measure.ts";
import { RunFolder } from "./run-folder.ts";
import { machineText, partsOf, reportText, writeReport, type RunReport } from "./run-report.ts";
import { measureSurveys, type SurveyFigure } from "./surveys/measure-surveys.ts";
import { surveyTable } from "./surveys/survey-table.ts";
import { measureWorkers } from "./workers.ts";

const given = readOptions(process.argv.slice(2));
if (given.help) console.log(help);
else await run(given);

async function run(options: BenchOptions): Promise<void> {
  checkProcessorTime();
  await using folder = new RunFolder("sop-bench-");
  await using load = new LoadProcess();
  const bench = { options, folder: folder.path, load };
  if (options.surveys) publishSurveys(await measureSurveys(bench), options);
  else if (options.floors) publishFloors(await measureFloors(bench), options);
  else if (options.profile) console.log(profileTable(await measureProfiles(bench)));
  else publish(await measureParts(bench), options);
}

async function measureParts(bench: Bench): Promise<RunReport> {
  const { options } = bench;
  const { starts, rounds, turns } = options.timing;
  return {
    settings: `${machineText()}; ${starts} starts of ${rounds} rounds of ${turns} turns`,
    starts,
    hasBeside: options.beside !== undefined,
    growthSizes: options.growthSizes,
    main: options.main ? await measureOnSqlite(bench) : undefined,
    postgres: options.postgres ? await measureOnPostgres(bench) : undefined,
    growth: options.growth ? await measureGrowth(bench) : undefined,
    workers: options.workers ? await measureWorkers(bench) : undefined,
  };
}

function publishSurveys(figures: readonly SurveyFigure[], { json }: BenchOptions): void {
  console.log(surveyTable(figures));
  if (json !== undefined) writeFileSync(json, JSON.stringify(figures, undefined, 2));
  if (figures.some(({ isReached }) => !isReached)) process.exitCode = 1;
}

function publishFloors(measured: Measured, { json, timing }: BenchOptions): void {
  console.log(floorTable(measured.scenarios, timing.starts));
  if (json !== undefined) writeFileSync(json, JSON.stringify(measured, undefined, 2));
  reportFailures(measured.failures);
}

function publish(report: RunReport, { json, write }: BenchOptions): void {
  const text = reportText(report);
  console.log(text);
  if (json !== undefined) writeFileSync(json, JSON.stringify(report, undefined, 2));
  const failures = partsOf(report).flatMap((part) => part.failures);
  reportFailures(failures);
  if (failures.length === 0 && write) writeReport(text);
}

function reportFailures(failures: readonly string[]): void {
  for (const failure of failures) console.error(`FAILED ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
}
