import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mockSample } from "@survey-open-platform/sdk/testing";
import { freePort } from "../../../packages/database/test/support/free-port.ts";
import {
  startPostgres,
  type PostgresServer,
} from "../../../packages/database/test/support/postgres/postgres-server.ts";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";
import { TOKEN_HUB } from "../../../scripts/processes/programs.ts";
import { outputOf } from "../../../scripts/processes/run-program.ts";
import type { Engine } from "../command.ts";
import { hubNode } from "./hub-node.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import type { PlatformSettings } from "./platform-messages.ts";
import { startPlatform, type RemotePlatform } from "./start-platform.ts";

const [, { appid, secret }] = mockSample.applications;

/** The team whose token the hubs keep. */
export const team = { appid, secret } as const;

/** How many hubs share a database: SQLite is for one. */
export const hubCounts = { sqlite: 1, postgres: 3 } as const satisfies Record<Engine, number>;

/** Short, so that waiting for a lease ends soon; the request still has time on a busy machine. */
export const quickTimes = { lease_seconds: 2, request_timeout_seconds: 0.8 } as const;

/** Where mints are counted: a request that a busy machine delays for a second or two is not given up, which would cost another. */
export const steadyTimes = { lease_seconds: 5, request_timeout_seconds: 2.4 } as const;

/** The addresses of the database and the platform for each hub; direct by default. */
export interface Ways {
  readonly database?: string;
  readonly platformUrl?: string;
}

/** The options of a stage. */
export interface HubStageOptions {
  readonly engine: Engine;
  readonly hubs?: number;
  readonly platform?: Omit<PlatformSettings, "doors">;
  /** Additional settings of every hub, as in its file. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Puts a link between a hub and its database or platform. */
  readonly waysOf?: (hub: number, direct: Required<Ways>) => Ways | Promise<Ways>;
}

/** The credentials of a business server. */
export interface HubCredentials {
  readonly callerId: string;
  readonly callerSecret: string;
}

/** Running hubs, their platform, and their callers. */
export interface HubStage extends AsyncDisposable {
  readonly engine: Engine;
  readonly platform: RemotePlatform;
  readonly hubs: readonly NodeProcess[];
  readonly urls: readonly string[];
  /** How long the slowest hub took to start. */
  readonly startMilliseconds: number;
  /** May get and report tokens and read surveys through the proxy, without a limit. */
  readonly caller: HubCredentials;
  /** Adds another caller. @param words further arguments of `token-hub callers add` */
  readonly addCaller: (name: string, words?: readonly string[]) => Promise<HubCredentials>;
  readonly revokeCaller: (caller: HubCredentials) => Promise<void>;
}

/** Starts hubs from the built files, on a separate database, with a mock platform. */
export async function openHubStage(options: HubStageOptions): Promise<HubStage> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "sop-hub-faults-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const { engine, hubs: count = hubCounts[engine] } = options;
  const [platform, postgres] = await Promise.all([
    startPlatform({ ...options.platform, doors: count }),
    engine === "postgres" ? startPostgres({ durable: true }) : undefined,
  ]);
  stack.use(platform);
  stack.use(postgres);
  writeFileSync(join(folder, "key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  const hubs: NodeProcess[] = [];
  for (let index = 0; index < count; index += 1) {
    const direct = { database: addressOf(postgres, folder), platformUrl: platform.url(index) };
    const ways = { ...direct, ...(await options.waysOf?.(index, direct)) };
    const port = await freePort();
    const config = join(folder, `hub-${index}.json`);
    writeFileSync(config, JSON.stringify(settingsOf(port, ways, options)));
    hubs.push(stack.use(hubNode({ config, port, folder })));
  }
  const firstConfig = join(folder, "hub-0.json");
  const addCaller = (name: string, words: readonly string[] = []) => registerCaller(firstConfig, name, words);
  // This also creates the tables.
  const caller = await addCaller("servers", ["--proxy=/api/surveys", "--reports-per-minute=100000"]);
  const startMilliseconds = Math.max(...(await Promise.all(hubs.map((hub) => hub.start()))));
  const open = stack.move();
  return {
    engine,
    platform,
    hubs,
    urls: hubs.map(({ url }) => url),
    startMilliseconds,
    caller,
    addCaller,
    revokeCaller: ({ callerId }) => unregisterCaller(firstConfig, callerId),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

function addressOf(postgres: PostgresServer | undefined, folder: string): string {
  return postgres?.address() ?? `sqlite:${join(folder, "hub.db")}`;
}

function settingsOf(port: number, { database, platformUrl }: Required<Ways>, options: HubStageOptions) {
  // The faults cause more mints in a minute than a team needs in a month.
  const unlimited = { mints_per_hour: 1_000_000, mint_burst: 1_000_000 };
  return {
    listen: `127.0.0.1:${port}`,
    database,
    key_file: "./key",
    log_level: "info",
    poll_seconds: 0.2,
    ...options.settings,
    applications: [{ ...team, base_url: platformUrl, ...unlimited }],
  };
}

async function registerCaller(config: string, name: string, words: readonly string[]) {
  const all = [TOKEN_HUB, "callers", "add", "--config", config, "--name", name, "--json", ...words];
  const stdout = await outputOf(process.execPath, all, { env: bareEnvironment() });
  // What the command prints.
  const { id, secret: callerSecret } = JSON.parse(stdout) as { readonly id: string; readonly secret: string };
  return { callerId: id, callerSecret };
}

async function unregisterCaller(config: string, callerId: string): Promise<void> {
  const words = [TOKEN_HUB, "callers", "revoke", callerId, "--config", config];
  await outputOf(process.execPath, words, { env: bareEnvironment() });
}
