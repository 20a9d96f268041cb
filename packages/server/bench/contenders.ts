import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { hubAppid, type SeededData } from "./seeded-data.ts";
import { seededSecret } from "./seeded-secrets.ts";
import { startBareServer, startHub, startPlatform, type ServerProcess } from "./server-process.ts";

/** The checkout that this file is in. */
export const ownCheckout = join(import.meta.dirname, "../../..");

/** Which of a contender's servers a scenario asks. */
export type ServerKind = "platform" | "hub";

/** What a caller of the hub proves itself with. */
export interface HubCaller {
  readonly id: string;
  readonly secret: string;
}

/** A contender's servers while they run. */
export interface RunningContender {
  readonly name: string;
  server(kind: ServerKind): ServerProcess;
  /** Absent where no hub runs. */
  readonly hubCaller?: HubCaller;
  stop(): Promise<void>;
}

/** One of the servers that are compared. */
export interface Contender {
  readonly name: string;
  /** What is in its database. */
  readonly data: SeededData;
  start(): Promise<RunningContender>;
}

/** The name of the baseline among the contenders. */
export const bareName = "bare";

/** The `node:http` server that all others are measured by. */
export function bareContender(folder: string, data: SeededData): Contender {
  return {
    name: bareName,
    data,
    async start() {
      const bare = await startBareServer(folder);
      return { name: bareName, server: () => bare, stop: () => bare.stop() };
    },
  };
}

/** A platform, with a hub if wanted. */
export interface PlatformSetting {
  readonly name: string;
  readonly checkout: string;
  readonly data: SeededData;
  readonly database: string;
  readonly folder: string;
  readonly withHub: boolean;
}

export function platformContender(setting: PlatformSetting): Contender {
  const { name, checkout, data, database } = setting;
  const folder = join(setting.folder, name);
  mkdirSync(folder, { recursive: true });
  let hubCaller: HubCaller | undefined;
  let isUpgraded = false;
  const begin = () => startPlatform(checkout, database, join(folder, "platform.log"));
  return {
    name,
    data,
    async start() {
      // The first start applies the release's migrations: what they leave in memory is not part of the measurement.
      if (!isUpgraded) await (await begin()).stop();
      isUpgraded = true;
      const platform = await begin();
      if (!setting.withHub) return { name, server: () => platform, stop: () => platform.stop() };
      const config = writeHubConfig(folder, platform);
      hubCaller ??= await addHubCaller(checkout, config);
      const hub = await startHub(checkout, config, join(folder, "hub.log"));
      return {
        name,
        server: (kind) => (kind === "hub" ? hub : platform),
        hubCaller,
        async stop() {
          await hub.stop();
          await platform.stop();
        },
      };
    },
  };
}

const hubKey = randomBytes(32).toString("base64");

/** Written at each start, because the platform's port changes. */
function writeHubConfig(folder: string, { url }: ServerProcess): string {
  const path = join(folder, "token-hub.json");
  writeFileSync(join(folder, "hub.key"), hubKey, { mode: 0o600 });
  const application = { appid: hubAppid, secret: seededSecret("secret", hubAppid), base_url: url };
  const [listen, key_file, database] = ["127.0.0.1:0", "hub.key", "sqlite:./hub.db"];
  writeFileSync(path, JSON.stringify({ listen, key_file, database, applications: [application] }));
  return path;
}

async function addHubCaller(checkout: string, config: string): Promise<HubCaller> {
  const program = join(checkout, "packages/token-hub/bin/token-hub.js");
  const rights = ["--rights", "token,report", "--proxy", "/api/surveys"];
  const { stdout } = await promisify(execFile)(
    program,
    ["callers", "add", "--config", config, "--name", "bench", "--app", hubAppid, ...rights, "--json"],
    { timeout: 60_000 },
  );
  // What the command prints is documented.
  return JSON.parse(stdout) as HubCaller;
}
