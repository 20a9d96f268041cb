/** `npm run bench`: see docs/performance.md for what it measures; `--help` lists the options. */
import { writeFileSync } from "node:fs";
import { LoadProcess } from "./load-process.ts";
import type { Measured } from "./measure.ts";
import { consentTable, measureConsent } from "./measure-consent.ts";
import { help, readOptions, type BenchOptions } from "./options.ts";
import { measureOnPostgres, measureOnSqlite, type Bench } from "./parts.ts";
import { checkProcessorTime } from "./processor-time.ts";
import { machineText, mainTables, writeReport } from "./report.ts";
import { RunFolder } from "./run-folder.ts";

async function run(options: BenchOptions): Promise<void> {
  checkProcessorTime();
  await using folder = new RunFolder("sop-bench-");
  await using load = new LoadProcess();
  const { figures, text, failures } = await measureOf[options.part]({ options, folder: folder.path, load });
  const report = `${machineText()}; ${text}`;
  console.log(report);
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(figures, undefined, 2));
  for (const failure of failures) console.error(`FAILED ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
  else if (options.write) writeReport(report);
}

const measureOf = {
  main: async (bench: Bench) => tablesOf(await measureOnSqlite(bench), bench.options),
  postgres: async (bench: Bench) => tablesOf(await measureOnPostgres(bench), bench.options),
  async consent(bench: Bench) {
    const figures = await measureConsent(bench);
    return { figures, text: consentTable(figures), failures: [] };
  },
};

function tablesOf(figures: Measured, { timing: { starts, rounds, turns } }: BenchOptions) {
  const text = `${starts} starts of ${rounds} rounds of ${turns} turns\n\n${mainTables(figures.scenarios, starts)}`;
  return { figures, text, failures: figures.failures };
}

const given = readOptions(process.argv.slice(2));
if (given.help) console.log(help);
else await run(given);
