/** `npm run bench`: see docs/performance.md for what it measures; `--help` lists the options. */
import { writeFileSync } from "node:fs";
import { dataFor, prepareContenders } from "./contenders.ts";
import { LoadProcess } from "./load-process.ts";
import { measure } from "./measure.ts";
import { help, readOptions, type BenchOptions } from "./options.ts";
import { checkProcessorTime } from "./processor-time.ts";
import { machineText, mainTables, writeReport } from "./report.ts";
import { RunFolder } from "./run-folder.ts";

async function run({ scenarios, timing, json, write, ...options }: BenchOptions): Promise<void> {
  checkProcessorTime();
  await using folder = new RunFolder("sop-bench-");
  await using load = new LoadProcess();
  const withHub = scenarios.some(({ server }) => server === "hub");
  const data = dataFor({ ...options, timing });
  const contenders = await prepareContenders({ ...options, data, folder: folder.path, withHub });
  const figures = await measure({ contenders, data, scenarios, timing, load });
  const { starts, rounds, turns } = timing;
  const way = `${starts} starts of ${rounds} rounds of ${turns} turns`;
  const report = `${machineText()}; ${way}\n\n${mainTables(figures)}`;
  console.log(report);
  if (json !== undefined) writeFileSync(json, JSON.stringify(figures, undefined, 2));
  for (const failure of figures.failures) console.error(`FAILED ${failure}`);
  if (figures.failures.length > 0) process.exitCode = 1;
  else if (write) writeReport(report);
}

const given = read(process.argv.slice(2));
if (given?.help === true) console.log(help);
else if (given !== undefined) await run(given);

function read(words: readonly string[]): BenchOptions | undefined {
  try {
    return readOptions(words);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
    return undefined;
  }
}
