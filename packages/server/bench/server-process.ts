import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { processorNanoseconds, residentMegabytes } from "./processor-time.ts";

/** The first start applies the migrations of a release to all rows, and the machine may be busy. */
const startedWithinMilliseconds = 300_000;

/** A server under load. */
export interface ServerProcess {
  readonly pid: number;
  readonly url: string;
  /** Of all its threads and descendants. */
  processorNanoseconds(): number;
  residentMegabytes(): number;
  readonly stop: () => Promise<void>;
}

/** Starts the baseline server. */
export function startBareServer(folder: string): Promise<ServerProcess> {
  return startServer(
    process.execPath,
    [join(import.meta.dirname, "bare-server.ts")],
    join(folder, "bare.log"),
  );
}

const unlimited = "1000000000";

/**
 * Starts the built platform of a checkout. Only its limits are raised, because all requests come from one address and
 * the refused ones would be delayed.
 */
export function startPlatform(checkout: string, folder: string): Promise<ServerProcess> {
  const words = [
    "serve",
    "--port=0",
    `--database=sqlite:${join(folder, "platform.db")}`,
    `--token-requests-per-minute=${unlimited}`,
    `--token-request-burst=${unlimited}`,
    `--failed-secrets-per-minute=${unlimited}`,
  ];
  return startServer(join(checkout, "packages/server/bin/sop.js"), words, join(folder, "platform.log"));
}

/** Starts the built hub of a checkout. */
export function startHub(checkout: string, config: string): Promise<ServerProcess> {
  return startServer(
    join(checkout, "packages/token-hub/bin/token-hub.js"),
    ["serve", "--config", config],
    `${config}.log`,
  );
}

/** Output goes into a file: reading it would cost the benchmark time while it measures. */
async function startServer(program: string, words: readonly string[], log: string): Promise<ServerProcess> {
  const output = openSync(log, "w");
  const child = spawn(program, words, { stdio: ["ignore", output, output] });
  closeSync(output);
  const url = await listeningUrl(child, log);
  const pid = child.pid ?? 0;
  return {
    pid,
    url,
    processorNanoseconds: () => processorNanoseconds([pid]),
    residentMegabytes: () => residentMegabytes(pid),
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function listeningUrl(child: ChildProcess, log: string): Promise<string> {
  const lastMoment = performance.now() + startedWithinMilliseconds;
  while (performance.now() < lastMoment && !hasEnded(child)) {
    const line = /^.*"msg":"listening".*$/m.exec(readFileSync(log, "utf8"))?.[0];
    const [, url] = /"url":"([^"]*)"/.exec(line ?? "") ?? [];
    if (url !== undefined) return url;
    await sleep(20);
  }
  child.kill("SIGKILL");
  throw new Error(`A server did not start:\n${readFileSync(log, "utf8").slice(-4000)}`);
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
