import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "@survey-open-platform/database";
import { freePort } from "../../../database/test/support/free-port.ts";
import { registerCaller } from "../../src/callers/register-caller.ts";
import { readConfig } from "../../src/config.ts";
import { createSealer } from "../../src/encryption/sealer.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema.ts";
import { createHubStore } from "../../src/store/store.ts";
import { team, type PlatformServer } from "./platform-server.ts";

const program = join(import.meta.dirname, "../../bin/token-hub.js");

/** What the hubs of a cluster have in common. */
export interface ClusterOptions {
  readonly folder: string;
  readonly platform: PlatformServer;
  readonly hubs: number;
  readonly database: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** What callers need to ask the hubs. */
export interface CallerAccess {
  readonly appid: string;
  readonly callerId: string;
  readonly callerSecret: string;
}

/** Hubs as processes of their own, started as they ship and again whenever they end. */
export class HubCluster {
  readonly hubs: readonly HubProcess[];
  readonly caller: CallerAccess;

  private constructor(hubs: readonly HubProcess[], caller: CallerAccess) {
    this.hubs = hubs;
    this.caller = caller;
  }

  static async start(options: ClusterOptions): Promise<HubCluster> {
    const { folder, hubs } = options;
    writeFileSync(join(folder, "hub.key"), randomBytes(32).toString("base64"));
    const configs: { readonly path: string; readonly port: number }[] = [];
    for (let index = 0; index < hubs; index += 1) configs.push(await writeConfig(options, index));
    const caller = await addCaller(configs[0]?.path ?? "");
    const processes = configs.map(({ path, port }) => new HubProcess(path, port));
    await Promise.all(processes.map((hub) => hub.isReady()));
    return new HubCluster(processes, caller);
  }

  get urls(): readonly string[] {
    return this.hubs.map(({ url }) => url);
  }

  /** What all hubs have logged with this message, so far. */
  logged(message: string): number {
    return this.hubs.reduce((sum, hub) => sum + hub.count(message), 0);
  }

  async stop(): Promise<void> {
    await Promise.all(this.hubs.map((hub) => hub.stop()));
  }
}

/** One of them. */
export class HubProcess {
  readonly url: string;
  readonly #config: string;
  readonly #lines = new Map<string, number>();
  #child: ChildProcess | undefined;
  #isOver = false;

  constructor(config: string, port: number) {
    this.#config = config;
    this.url = `http://127.0.0.1:${port}`;
    this.#spawn();
  }

  count(message: string): number {
    return this.#lines.get(message) ?? 0;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it for good, or until {@link revive}. */
  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.#isOver = true;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGCONT");
    child.kill(signal);
    await ended;
  }

  revive(): void {
    this.#isOver = false;
    this.#spawn();
  }

  async isReady(): Promise<void> {
    for (let tries = 0; tries < 600; tries += 1) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => undefined);
      if (answer?.ok === true) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The hub at ${this.url} does not get ready`);
  }

  #spawn(): void {
    const child = spawn(program, ["serve", "--config", this.#config], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#note(text));
    child.once("exit", () => {
      if (!this.#isOver) this.#spawn();
    });
  }

  #note(text: string): void {
    for (const [, message = ""] of text.matchAll(/"msg":"([^"]*)"/g))
      this.#lines.set(message, this.count(message) + 1);
  }
}

async function writeConfig({ folder, platform, database, settings }: ClusterOptions, index: number) {
  const port = await freePort();
  const path = join(folder, `hub-${index}.json`);
  const { appid, secret } = team;
  const application = {
    appid,
    secret,
    base_url: platform.urlFor(index),
    mints_per_hour: 1_000_000,
    mint_burst: 1_000_000,
  };
  const content = {
    listen: `127.0.0.1:${port}`,
    key_file: "hub.key",
    database,
    ...settings,
    applications: [application],
  };
  writeFileSync(path, JSON.stringify(content));
  return { path, port };
}

async function addCaller(path: string): Promise<CallerAccess> {
  const config = readConfig({ path, environment: {} });
  const database = openDatabase<Schema>({ address: config.database });
  try {
    await database.migrate(migrations);
    const parts = { store: createHubStore(database), sealer: createSealer(config.keys) };
    const { appid } = team;
    const rights = [{ appid, token: true, report: true, users: false, proxyPaths: ["/api/surveys"] }];
    const caller = await registerCaller(parts, { name: "figures", rights, reportsPerMinute: 100_000 });
    return { appid, callerId: caller.id, callerSecret: caller.secret };
  } finally {
    await database.close();
  }
}
