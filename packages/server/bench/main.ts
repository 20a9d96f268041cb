/**
 * `npm run bench`: the speed of the platform compared with a bare `node:http` server, alternating in one run,
 * because ratios are comparable between machines and absolute figures are not.
 *
 * Options: `--rounds N` (default 5), `--seconds N` per measurement (default 3), `--growth` (also with a million
 * live tokens), `--postgres` (the same on PostgreSQL, which it starts, and what gathering and workers gain), `--write` (writes the table into docs/benchmarks.md), `--json FILE`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureGrowth } from "./growth.ts";
import { startBareServer, startPlatformServer } from "./processes.ts";
import { measurePostgres } from "./postgres.ts";
import { measureScenarios } from "./scenarios.ts";
import { seed } from "./seed.ts";
import { reportTable, writeReport } from "./report.ts";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    seconds: { type: "string", default: "3" },
    growth: { type: "boolean", default: false },
    postgres: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const directory = mkdtempSync(join(tmpdir(), "sop-bench-"));
try {
  const database = `sqlite:${join(directory, "platform.db")}`;
  console.log("filling a database with 100,000 live tokens");
  // Enough codes for every exchange of every round, each of which works once.
  const paths = await seed(database, {
    liveTokens: 100_000,
    codes: rounds * Math.ceil(seconds + 1) * 15_000,
  });
  const bare = await startBareServer();
  const platform = await startPlatformServer(database);
  const scenarios = await measureScenarios({ bare, platform, paths, directory, rounds, seconds });
  const memory = platform.memory();
  await Promise.all([bare.stop(), platform.stop()]);
  const growth = options.growth ? await measureGrowth({ directory, rounds, seconds }) : undefined;
  const postgres = options.postgres ? await measurePostgres({ directory, rounds, seconds }) : undefined;
  const report = { scenarios, memory, growth, postgres };
  console.log(reportTable(report));
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(report, undefined, 2));
  if (options.write) writeReport(report);
} finally {
  rmSync(directory, { recursive: true });
}
