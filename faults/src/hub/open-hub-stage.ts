import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mockSample } from "@survey-open-platform/sdk/testing";
import { freePort } from "../../../packages/database/test/support/free-port.ts";
import { startPostgres } from "../../../packages/database/test/support/postgres/postgres-server.ts";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";
import { TOKEN_HUB } from "../../../scripts/processes/programs.ts";
import { outputOf } from "../../../scripts/processes/run-program.ts";
import { NodeProcess } from "../nodes/node-process.ts";
import { HubPlatform } from "./hub-platform.ts";

const [, { appid, secret }] = mockSample.applications;

/** The team whose token the hubs keep. */
export const team = { appid, secret } as const;

/** Short, so that waiting for a lease ends soon; the request still has time on a busy machine. */
export const quickTimes = { lease_seconds: 2, request_timeout_seconds: 0.8 } as const;

/** Where mints are counted: a request that a busy machine delays for a second or two is not given up, which would cost another. */
export const steadyTimes = { lease_seconds: 5, request_timeout_seconds: 2.4 } as const;

/** The options of a stage. */
export interface HubStageOptions {
  readonly hubs: number;
  /** Default: that of a PostgreSQL which is started for the stage. */
  readonly database?: string;
  /** See {@link HubPlatform}; default: none. */
  readonly tokenPauseMilliseconds?: number;
  /** Additional settings of every hub, as in its file. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The credentials of a business server. */
export interface HubCredentials {
  readonly callerId: string;
  readonly callerSecret: string;
}

/** Running hubs, their platform, and their callers. */
export interface HubStage extends AsyncDisposable {
  readonly platform: HubPlatform;
  readonly hubs: readonly NodeProcess[];
  readonly urls: readonly string[];
  /** How long the slowest hub took to start. */
  readonly startMilliseconds: number;
  /** May get and report tokens without a limit. */
  readonly caller: HubCredentials;
  readonly addCaller: (name: string) => Promise<HubCredentials>;
  readonly revokeCaller: (caller: HubCredentials) => Promise<void>;
}

/** Starts hubs from the built files, on a database, with a mock platform. */
export async function openHubStage(options: HubStageOptions): Promise<HubStage> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "sop-hub-faults-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const platform = stack.use(await HubPlatform.start(options.hubs, options.tokenPauseMilliseconds));
  const database = options.database ?? stack.use(await startPostgres({ durable: true })).address();
  writeFileSync(join(folder, "key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  const hubs: NodeProcess[] = [];
  for (let index = 0; index < options.hubs; index += 1) {
    const port = await freePort();
    const config = join(folder, `hub-${index}.json`);
    writeFileSync(
      config,
      JSON.stringify(
        settingsOf({ port, database, platformUrl: platform.url(index), settings: options.settings }),
      ),
    );
    const command = [process.execPath, TOKEN_HUB, "serve", "--config", config] as const;
    const node = { command, port, folder, environment: bareEnvironment(), logFile: `${config}.log` };
    hubs.push(stack.use(new NodeProcess(node)));
  }
  const firstConfig = join(folder, "hub-0.json");
  const addCaller = (name: string, ...words: readonly string[]) => registerCaller(firstConfig, name, words);
  // This also creates the tables.
  const caller = await addCaller("servers", "--reports-per-minute=100000");
  const startMilliseconds = Math.max(...(await Promise.all(hubs.map((hub) => hub.start()))));
  const open = stack.move();
  return {
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

interface HubPlace extends Required<Pick<HubStageOptions, "database" | "settings">> {
  readonly port: number;
  readonly platformUrl: string;
}

function settingsOf({ port, database, platformUrl, settings }: HubPlace) {
  // The faults cause more mints in a minute than a team needs in a month.
  const unlimited = { mints_per_hour: 1_000_000, mint_burst: 1_000_000 };
  return {
    listen: `127.0.0.1:${port}`,
    database,
    key_file: "./key",
    log_level: "info",
    poll_seconds: 0.2,
    ...settings,
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
