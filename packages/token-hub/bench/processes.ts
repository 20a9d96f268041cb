import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { LoadPlan, LoadResult } from "./load.ts";

/** A server process under load. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  /** Microseconds of processor time that it has used; NaN where the system does not report it. */
  processorTime(): number;
  stop(): Promise<void>;
}

const here = import.meta.dirname;

/** Starts the baseline server. */
export function startBareServer(): Promise<ServerProcess> {
  return startServer(process.execPath, [join(here, "bare-server.ts")]);
}

/** Starts the built hub. */
export function startHubServer(config: string): Promise<ServerProcess> {
  return startServer(join(here, "../bin/token-hub.js"), ["serve", "--config", config]);
}

async function startServer(program: string, words: readonly string[]): Promise<ServerProcess> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  const url = await listeningUrl(child);
  return {
    url,
    port: Number(new URL(url).port),
    processorTime: () => processorTime(child.pid ?? 0),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

/** From Linux, which counts in hundredths of a second. */
function processorTime(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10_000;
  } catch {
    return Number.NaN;
  }
}

function listeningUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.once("exit", () => reject(new Error(`the server ended before it listened: ${output}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4096);
      const [, url] = /"url":"(http:\/\/[^"]*:\d+)"/.exec(output) ?? [];
      if (url !== undefined) resolve(url);
    });
  });
}

/** Runs a load in a separate process and returns its result. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(here, "load.ts"),
    JSON.stringify(plan),
  ]);
  // Written by load.ts.
  return JSON.parse(stdout) as LoadResult;
}
