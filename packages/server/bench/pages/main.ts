/**
 * `npm run bench:pages`: how long each page of account, console, teams and administration takes on a large platform, with a
 * million lines in the request log. It ends with 1 when a page is not served, or above the limit at its 99th percentile.
 */
import { join } from "node:path";
import { bareEnvironment } from "../../../../scripts/processes/environments.ts";
import { RunningProgram } from "../../../../scripts/processes/running-program.ts";
import { latencyOf } from "../figures.ts";
import { processorNanoseconds } from "../processor-time.ts";
import { RunFolder } from "../run-folder.ts";
import { pagePaths } from "./page-paths.ts";
import { peopleCounts, seedPeople, type SeededPeople } from "./seed-people.ts";
import { logLines } from "./seed-request-log.ts";

const sop = join(import.meta.dirname, "../../bin/sop.js");
const warmUps = 20;
const requests = 300;
const mostMilliseconds = 20;

await using run = new RunFolder("sop-bench-pages-");
await measurePages(run.path);

async function measurePages(folder: string): Promise<void> {
  const database = process.argv[2] ?? `sqlite:${join(folder, "platform.db")}`;
  const seeded = await seedPeople(database);
  await using server = new RunningProgram(
    process.execPath,
    [sop, "serve", "--port", "0", "--database", database],
    {
      cwd: folder,
      env: bareEnvironment(),
    },
  );
  const url = await server.printed(
    "where it listens",
    ({ stdout }) => /"url":"([^"]+)","msg":"listening"/.exec(stdout)?.[1],
  );
  const { users, applications, teams } = peopleCounts;
  console.log(
    `${users} users, ${applications} applications, ${teams} teams, ${logLines} lines in the request log; ${requests} requests for each page\n`,
  );
  console.log("| page | p50 ms | p99 ms | processor ms |\n| --- | --: | --: | --: |");
  const slow: string[] = [];
  for (const path of pagePaths(seeded)) {
    const { row, p99 } = await measure({ url, pid: server.pid, seeded }, path);
    console.log(row);
    if (!(p99 < mostMilliseconds)) slow.push(path);
  }
  console.log(
    slow.length === 0
      ? `\nEvery page is below ${mostMilliseconds} ms at p99.`
      : `\nNot below ${mostMilliseconds} ms at p99: ${slow.join(", ")}`,
  );
  if (slow.length > 0) process.exitCode = 1;
}

interface Target {
  readonly url: string;
  readonly pid: number;
  readonly seeded: SeededPeople;
}

interface Measured {
  /** Of the table. */
  readonly row: string;
  /** NaN when the page is not served. */
  readonly p99: number;
}

async function measure({ url, pid, seeded }: Target, path: string): Promise<Measured> {
  const request = async (): Promise<number> => {
    const response = await fetch(url + path, { headers: { cookie: `sop_session=${seeded.sessionToken}` } });
    await response.arrayBuffer();
    return response.status;
  };
  const status = await request();
  if (status !== 200) return { row: `| \`${path}\` | – | – | – (${status}) |`, p99: Number.NaN };
  for (let done = 0; done < warmUps; done += 1) await request();
  const times = new Float64Array(requests);
  const before = processorNanoseconds([pid]);
  for (let done = 0; done < requests; done += 1) {
    const begun = performance.now();
    await request();
    times[done] = performance.now() - begun;
  }
  const processor = (processorNanoseconds([pid]) - before) / requests / 1_000_000;
  const { p50, p99 } = latencyOf(times);
  const row = `| \`${path}\` | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${processor.toFixed(2)} |`;
  return { row, p99 };
}
