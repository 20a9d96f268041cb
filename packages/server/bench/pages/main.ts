/** `npm run bench:pages`: how long each page of account, console and teams takes on a large platform. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareEnvironment } from "../../../../scripts/processes/environments.ts";
import { RunningProgram } from "../../../../scripts/processes/running-program.ts";
import { latencyOf } from "../figures.ts";
import { processorNanoseconds } from "../processor-time.ts";
import { peopleCounts, seedPeople, type SeededPeople } from "./seed-people.ts";

const sop = join(import.meta.dirname, "../../bin/sop.js");
const warmUps = 20;
const requests = 300;

const folder = mkdtempSync(join(tmpdir(), "sop-bench-pages-"));
try {
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
    `${users} users, ${applications} applications, ${teams} teams; ${requests} requests for each page\n`,
  );
  console.log("| page | p50 ms | p99 ms | processor ms |\n| --- | --: | --: | --: |");
  for (const path of pathsOf(seeded)) console.log(await measure({ url, pid: server.pid, seeded }, path));
} finally {
  rmSync(folder, { recursive: true });
}

function pathsOf({ appid, teamId }: SeededPeople): readonly string[] {
  const application = `/console/applications/${appid}`;
  const team = `/teams/${teamId}`;
  const ofAccount = [
    "/account",
    "/account/sessions",
    "/account/security",
    "/account/applications",
    "/account/delete",
  ];
  const ofConsole = ["/console", "/console?q=9", "/console?after=app_bench_50", "/console/new"];
  const ofApplication = ["", "/edit", "/secrets", "/secrets/new", "/log", "/usage", "/check", "/delete"];
  const ofTeam = ["", "/members", "/credentials", "/credentials/tokens"];
  return [
    ...ofAccount,
    ...ofConsole,
    ...ofApplication.map((page) => application + page),
    "/teams",
    "/teams?q=9",
    ...ofTeam.map((page) => team + page),
  ];
}

interface Target {
  readonly url: string;
  readonly pid: number;
  readonly seeded: SeededPeople;
}

/** A row of the table. @throws Error when a page is not served */
async function measure({ url, pid, seeded }: Target, path: string): Promise<string> {
  const request = async (): Promise<number> => {
    const response = await fetch(url + path, { headers: { cookie: `sop_session=${seeded.sessionToken}` } });
    await response.arrayBuffer();
    return response.status;
  };
  const status = await request();
  if (status !== 200) return `| \`${path}\` | – | – | – (${status}) |`;
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
  return `| \`${path}\` | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${processor.toFixed(2)} |`;
}
