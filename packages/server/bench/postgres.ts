import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@survey-open-platform/database";
import { startPostgres } from "../../database/test/support/postgres/postgres-server.ts";
import { hashToken } from "../dist/model/token.js";
import { findUserPrincipal } from "../dist/store/user-token-table.js";
import type { Schema } from "../dist/store/schema.js";
import { runLoad, startBareServer, startPlatformServer } from "./processes.ts";
import { measureScenarios, type ScenarioFigures } from "./scenarios.ts";
import { seed, type SeededPaths } from "./seed.ts";

/** The results on PostgreSQL. */
export interface PostgresFigures {
  readonly scenarios: readonly ScenarioFigures[];
  /** Rate of token checks with gathered look-ups, divided by that without, per round. */
  readonly gathering: readonly number[];
  /** Rate of requests with two workers, divided by that with one, per round. */
  readonly workers: readonly number[];
}

/** The input of the measurement. */
export interface PostgresSetting {
  readonly directory: string;
  readonly rounds: number;
  readonly seconds: number;
}

const callers = 64;

/** Starts a PostgreSQL that syncs every commit, and measures the platform on it. */
export async function measurePostgres(setting: PostgresSetting): Promise<PostgresFigures> {
  const { directory, rounds, seconds } = setting;
  // In a separate folder: only this user can read the other one, and PostgreSQL may have to run as another user.
  const folder = `${directory}-postgres`;
  mkdirSync(folder);
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true }));
  const postgres = started.use(await startPostgres({ durable: true, folder }));
  const address = postgres.address();
  console.log("filling a PostgreSQL database with 100,000 live tokens");
  const codes = rounds * Math.ceil(seconds + 1) * 4000;
  const paths = await seed(address, { liveTokens: 100_000, codes });
  const gathering = await measureGathering(address, paths, setting);
  const bare = await startBareServer();
  const platform = await startPlatformServer(address);
  const scenarios = await measureScenarios({ bare, platform, paths, directory, rounds, seconds });
  await Promise.all([bare.stop(), platform.stop()]);
  return { gathering, scenarios, workers: await measureWorkers(address, paths, setting) };
}

async function measureGathering(
  address: string,
  paths: SeededPaths,
  { rounds, seconds }: PostgresSetting,
): Promise<readonly number[]> {
  const tokens = paths.user.map((path) => new URL(path, "http://platform.example").searchParams);
  const checks = tokens.map((query) => ({
    appid: query.get("appid") ?? "",
    hash: hashToken(query.get("access_token") ?? ""),
  }));
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const together = await rateOfChecks(address, checks, { gatherLookUps: true, seconds });
    const alone = await rateOfChecks(address, checks, { gatherLookUps: false, seconds });
    console.log(`token checks: ${Math.round(together)}/s gathered, ${Math.round(alone)}/s one by one`);
    ratios.push(together / alone);
  }
  return ratios;
}

async function rateOfChecks(
  address: string,
  checks: readonly { readonly appid: string; readonly hash: string }[],
  { gatherLookUps, seconds }: { readonly gatherLookUps: boolean; readonly seconds: number },
): Promise<number> {
  // As many connections for look-ups as there are cores or more: without gathering each is one query at a time.
  const database = openDatabase<Schema>({ address, gatherLookUps, connections: 30 });
  let done = 0;
  const check = async (caller: number, until: number) => {
    for (let at = caller; performance.now() < until; at += callers) {
      const principal = await findUserPrincipal(
        database.reader,
        checks[at % checks.length] ?? { appid: "", hash: "" },
      );
      if (principal === undefined) throw new Error("A token of the benchmark is not valid");
      done += 1;
    }
  };
  const checkAll = (milliseconds: number) => {
    const until = performance.now() + milliseconds;
    return Promise.all(Array.from({ length: callers }, (_, caller) => check(caller, until)));
  };
  await checkAll(500);
  done = 0;
  await checkAll(seconds * 1000);
  await database.close();
  return done / seconds;
}

async function measureWorkers(
  address: string,
  paths: SeededPaths,
  { directory, rounds, seconds }: PostgresSetting,
): Promise<readonly number[]> {
  const pathsFile = join(directory, "worker-paths");
  writeFileSync(pathsFile, `${paths.user.join("\n")}\n`);
  const saturate = async (workers: number) => {
    const server = await startPlatformServer(address, [`--workers=${workers}`]);
    const plan = { port: server.port, pathsFile, connections: callers, seconds, warmupSeconds: 1 };
    const { requestsPerSecond } = await runLoad(plan);
    await server.stop();
    return requestsPerSecond;
  };
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [one, two] = [await saturate(1), await saturate(2)];
    console.log(`token-checked call: ${Math.round(one)}/s with one worker, ${Math.round(two)}/s with two`);
    ratios.push(two / one);
  }
  return ratios;
}
