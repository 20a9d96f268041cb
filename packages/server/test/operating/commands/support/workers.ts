import { writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeTestDatabase } from "../../../../../database/test/support/test-database.ts";
import { makeFolder, SopProcess } from "./sop-process.ts";

/** The application whose secret the declaration of these tests has. */
export const team = {
  appid: "acme_team",
  secret: "acme-workers-test-secret-0001",
  grant_type: "client_credential",
};
/** A call that issues a team token. */
export const tokenPath = `/api/oauth2/access_token?${new URLSearchParams(team).toString()}`;

const declaration = {
  users: [{ username: "ada", password: "ada-workers-test-password" }],
  teams: [
    {
      name: "Acme",
      plan: "premium",
      members: [{ username: "ada", role: "creator" }],
      application: { appid: team.appid, secret: team.secret },
    },
  ],
};

/** A platform with several processes. */
export interface Workers {
  readonly platform: SopProcess;
  readonly folder: string;
}

/** The command line of a platform on a new database. */
export async function serveWords(...words: readonly string[]): Promise<readonly string[]> {
  return ["serve", "--port", "0", "--database", await makeTestDatabase(), ...words];
}

/** Starts a platform with several processes, and with what the declaration says. */
export async function startWorkers(workers: number, ...words: readonly string[]): Promise<Workers> {
  const started = await beginWorkers(workers, words);
  await started.platform.listening();
  // Each process writes its own lines, so that of the supervisor may arrive before that of a worker.
  await until(() => pidsOf(started.platform).length === workers, "every worker says that it listens");
  return started;
}

/** The same, without waiting until it listens. */
export async function beginWorkers(
  workers: number,
  words: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Workers> {
  const folder = makeFolder();
  writeFileSync(join(folder, "platform.json"), JSON.stringify(declaration));
  const all = await serveWords("--workers", String(workers), "--apply", "platform.json", ...words);
  return { folder, platform: new SopProcess(all, { folder, environment }) };
}

/** Sends a request over a connection of its own, so that any of the workers may serve it. */
export function ask(url: string, path: string): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const request = get(url + path, { agent: new Agent({ keepAlive: false }) }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.once("error", reject);
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.once("error", reject);
  });
}

/** Between two calls of one caller: the processes that are watched need the processor as well. */
export const CALLERS_PAUSE_MS = 5;

/** What responses to calls have said so far, and whether that is enough. */
export interface Calls {
  readonly outcomes: string[];
  isEnough: boolean;
}

/**
 * Calls again and again until that is enough or the port is closed: a server that stops closes it when no more requests
 * come, and a caller that stands still sends none. A connection that is cut is an outcome like any other.
 */
export async function callWhileServed(url: string, path: string, calls: Calls): Promise<void> {
  while (!calls.isEnough) {
    const outcome = await ask(url, path).then(
      ({ text }) => typeOf(text),
      (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "failed"),
    );
    if (outcome === "ECONNREFUSED") return;
    calls.outcomes.push(outcome);
    await sleep(CALLERS_PAUSE_MS);
  }
}

/** The error types of many responses, or OK. */
export async function askMany(url: string, path: string, times: number): Promise<readonly string[]> {
  const answers = Array.from({ length: times }, async () => typeOf((await ask(url, path)).text));
  return await Promise.all(answers);
}

/** The error type in a response, or OK. */
export function typeOf(text: string): string {
  return /"type":"(\w+)"/.exec(text)?.[1] ?? "OK";
}

/** The process of each worker that has ever listened, by what the log says. */
export function pidsOf({ log }: SopProcess): readonly number[] {
  return log.flatMap(({ msg, pid }) => (msg === "worker listening" && typeof pid === "number" ? [pid] : []));
}

/** Waits for a condition, at most for 100 seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const lastMoment = performance.now() + 100_000;
  while (!condition()) {
    if (performance.now() > lastMoment) throw new Error(`Waited too long: ${what}`);
    await sleep(10);
  }
}

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
