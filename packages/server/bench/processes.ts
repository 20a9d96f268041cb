import { execFile, spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { LoadPlan, LoadResult } from "./load.ts";

/** A server process under load. */
export interface ServerProcess {
  readonly port: number;
  /** Resident memory in MB. */
  memory(): number;
  stop(): Promise<void>;
}

const here = import.meta.dirname;

/** Starts the baseline server. */
export function startBareServer(): Promise<ServerProcess> {
  return startServer(process.execPath, [join(here, "bare-server.ts")]);
}

/** Starts the built platform on a database; only the limit of token requests is raised, because it would limit the measurement. */
export function startPlatformServer(database: string, flags: readonly string[] = []): Promise<ServerProcess> {
  const unlimited = String(1_000_000_000);
  return startServer(join(here, "../bin/sop.js"), [
    "serve",
    "--port=0",
    `--database=${database}`,
    `--token-requests-per-minute=${unlimited}`,
    `--token-request-burst=${unlimited}`,
    ...flags,
  ]);
}

async function startServer(program: string, words: readonly string[]): Promise<ServerProcess> {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  const port = await listeningPort(child);
  return {
    port,
    memory: () => residentMegabytes(child.pid ?? 0),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

function listeningPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = "";
    child.once("exit", () => reject(new Error(`the server ended before it listened: ${output}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4096);
      const [, port] = /"url":"http:\/\/[^"]*:(\d+)"/.exec(output) ?? [];
      if (port !== undefined) resolve(Number(port));
    });
  });
}

function residentMegabytes(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
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
