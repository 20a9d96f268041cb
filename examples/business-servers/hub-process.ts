/** A token hub as a process of its own, started with the package's own command. */
import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const command = fileURLToPath(
  new URL("bin/token-hub.js", import.meta.resolve("@survey-open-platform/token-hub/package.json")),
);

/** The application whose token the hub keeps. */
export interface KeptApplication {
  readonly platformUrl: string;
  readonly appid: string;
  readonly secret: string;
}

/** A hub that is started again whenever it exits. */
export class HubProcess {
  readonly url: string;
  readonly #config: string;
  #child: ChildProcess | undefined;
  #isOver = false;

  constructor(config: string, port: number) {
    this.#config = config;
    this.url = `http://127.0.0.1:${port}`;
    this.#start();
  }

  /** Kills it, as a crash would. */
  kill(): void {
    this.#child?.kill("SIGKILL");
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    child.kill("SIGTERM");
    await once(child, "exit");
  }

  #start(): void {
    const child = spawn(process.execPath, [command, "serve", "--config", this.#config], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.once("exit", () => {
      if (!this.#isOver) this.#start();
    });
    this.#child = child;
  }
}

/** Writes the settings of a hub into a folder. @returns the path of the file, and the port that the hub will have */
export async function writeHubSettings(folder: string, application: KeptApplication) {
  const port = await freePort();
  const path = join(folder, "token-hub.json");
  const { appid, secret, platformUrl: base_url } = application;
  writeFileSync(join(folder, "key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  const settings = {
    listen: `127.0.0.1:${port}`,
    database: "sqlite:./token-hub.db",
    key_file: "./key",
    log_level: "silent",
    // Short, because after a kill during a renewal the next hub has to wait for the lease to end.
    lease_seconds: 3,
    request_timeout_seconds: 1,
    applications: [{ appid, secret, base_url }],
  };
  writeFileSync(path, JSON.stringify(settings), { mode: 0o600 });
  return { path, port };
}

/** The credentials of a business server. */
export interface Caller {
  readonly id: string;
  readonly secret: string;
}

/** Adds a business server as a caller. */
export async function addCaller(config: string, name: string): Promise<Caller> {
  const words = [command, "callers", "add", "--config", config, "--name", name, "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  // What the command prints.
  return JSON.parse(stdout) as Caller;
}

/** The number of each event in the audit trail. */
export async function countAudit(config: string): Promise<ReadonlyMap<string, number>> {
  const words = [command, "audit", "--config", config, "--limit", "1000", "--json"];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  // What the command prints.
  const entries = JSON.parse(stdout) as readonly { readonly kind: string }[];
  const counts = new Map<string, number>();
  for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("A TCP server has a numeric address");
  return address.port;
}
