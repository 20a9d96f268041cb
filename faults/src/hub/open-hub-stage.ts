import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { mockSample } from "@survey-open-platform/sdk/testing";
import { freePort } from "../../../packages/database/test/support/free-port.ts";
import {
  startPostgres,
  type PostgresServer,
} from "../../../packages/database/test/support/postgres/postgres-server.ts";
import type { Engine } from "../command.ts";
import { inherited } from "../nodes/server-node.ts";
import { HubNode, TOKEN_HUB } from "./hub-node.ts";
import type { PlatformSettings } from "./platform-messages.ts";
import { startPlatform, type RemotePlatform } from "./start-platform.ts";

const [, { appid, secret }] = mockSample.applications;

/** The team whose token the hubs keep. */
export const team = { appid, secret } as const;

/** How many hubs share a database: SQLite is for one. */
export const hubCounts = { sqlite: 1, postgres: 3 } as const satisfies Record<Engine, number>;

/** Short, so that what a lease has to be waited for is over soon; the request still has time on a busy machine. */
export const quickTimes = { lease_seconds: 2, request_timeout_seconds: 0.8 } as const;

/** Where the hub with a number gets its database and its platform; both directly unless told otherwise. */
export interface Ways {
  readonly database?: string;
  readonly platformUrl?: string;
}

/** What a stage is made of. */
export interface HubStageOptions {
  readonly engine: Engine;
  readonly hubs?: number;
  readonly platform?: Omit<PlatformSettings, "doors">;
  /** Settings of every hub, as its file has them, beside the usual ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Puts something between a hub and what it needs. */
  readonly waysOf?: (hub: number, direct: Required<Ways>) => Ways | Promise<Ways>;
}

/** What a business server signs its requests with. */
export interface HubCredentials {
  readonly callerId: string;
  readonly callerSecret: string;
}

/** Hubs that run, the platform that they speak with, and who may ask them. */
export interface HubStage extends AsyncDisposable {
  readonly engine: Engine;
  readonly platform: RemotePlatform;
  readonly hubs: readonly HubNode[];
  readonly urls: readonly string[];
  /** May take and report tokens and read surveys through the proxy, as often as it likes. */
  readonly caller: HubCredentials;
  /** Lets somebody else in. @param words further ones of `token-hub callers add` */
  readonly addCaller: (name: string, words?: readonly string[]) => Promise<HubCredentials>;
}

/** Starts hubs from the built files, on a database of their own, beside a mock platform. */
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
  const hubs: HubNode[] = [];
  for (let index = 0; index < count; index += 1) {
    const direct = { database: addressOf(postgres, folder), platformUrl: platform.url(index) };
    const ways = { ...direct, ...(await options.waysOf?.(index, direct)) };
    const port = await freePort();
    const config = join(folder, `hub-${index}.json`);
    writeFileSync(config, JSON.stringify(settingsOf(port, ways, options)));
    hubs.push(stack.use(new HubNode({ config, port, folder })));
  }
  const addCaller = (name: string, words: readonly string[] = []) =>
    registerCaller(join(folder, "hub-0.json"), name, words);
  // Makes the tables too.
  const caller = await addCaller("servers", ["--proxy=/api/surveys", "--reports-per-minute=100000"]);
  await Promise.all(hubs.map((hub) => hub.start()));
  const open = stack.move();
  return {
    engine,
    platform,
    hubs,
    urls: hubs.map(({ url }) => url),
    caller,
    addCaller,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

function addressOf(postgres: PostgresServer | undefined, folder: string): string {
  return postgres?.address() ?? `sqlite:${join(folder, "hub.db")}`;
}

function settingsOf(port: number, { database, platformUrl }: Required<Ways>, options: HubStageOptions) {
  // What is broken on purpose asks for more tokens in a minute than a team in a month.
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
  const { stdout } = await promisify(execFile)(process.execPath, all, { env: inherited() });
  // What the command prints.
  const { id, secret: callerSecret } = JSON.parse(stdout) as { readonly id: string; readonly secret: string };
  return { callerId: id, callerSecret };
}
