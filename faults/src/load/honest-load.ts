import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { outputOf } from "../../../scripts/processes/run-program.ts";
import { callApi, pathWithQuery } from "../wire/api-call.ts";
import { teamCredentials } from "../seed/declaration.ts";

/** The load of the benchmark, as a program: one line of JSON about requests at a fixed rate. */
const program = join(import.meta.dirname, "../../../packages/server/bench/load.ts");

/** Measurements of legitimate clients. Latencies in milliseconds, counted from when a request was due. */
export interface HonestFigures {
  readonly answered: number;
  /** Responses other than success. */
  readonly refused: number;
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number };
}

/** The number of legitimate clients and their load. */
export interface HonestPlan {
  readonly port: number;
  /** A file that {@link writeHonestPaths} wrote. */
  readonly pathsFile: string;
  readonly seconds: number;
}

/** Requests a second of all legitimate clients together, far below a node's capacity. */
const rate = 400;
const connections = 16;
/** For its start and end on a busy machine. */
const SPARE_MS = 60_000;

/** Writes the requests of legitimate clients: nine token-checked reads, and one new team token of another team. */
export async function writeHonestPaths(url: string, folder: string): Promise<string> {
  const [reader, issuer] = [teamCredentials(0), teamCredentials(1)];
  const issue = (team: typeof reader) =>
    pathWithQuery("/api/oauth2/access_token", { ...team, grant_type: "client_credential" });
  const issued = await callApi(url, issue(reader));
  const access_token = issued.status === "none" ? "" : String(issued.body.data["access_token"]);
  const read = pathWithQuery("/api/surveys", { appid: reader.appid, access_token });
  const file = join(folder, "honest-paths");
  writeFileSync(file, `${[...Array.from({ length: 9 }, () => read), issue(issuer)].join("\n")}\n`);
  return file;
}

/** Runs legitimate clients for a while. @throws Error when one of them is disconnected */
export async function honestLoad({ seconds, ...plan }: HonestPlan): Promise<HonestFigures> {
  const words = [program, JSON.stringify({ ...plan, connections, rate, seconds, warmupSeconds: 0.2 })];
  const stdout = await outputOf(process.execPath, words, { withinMilliseconds: seconds * 1000 + SPARE_MS });
  // Written by the load program.
  return JSON.parse(stdout) as HonestFigures;
}
