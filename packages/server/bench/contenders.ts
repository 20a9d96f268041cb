import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { BenchOptions } from "./options.ts";
import { exchangesPerTurn } from "./scenarios.ts";
import { seed } from "./seed.ts";
import { hubAppid, SeededData, seededSecret } from "./seeded-data.ts";
import { startBareServer, startHub, startPlatform, type ServerProcess } from "./server-process.ts";

/** The checkout that this file is in. */
const ownCheckout = join(import.meta.dirname, "../../..");

/** Which of a contender's servers a scenario asks. */
export type ServerKind = "platform" | "hub";

/** What a caller of the hub proves itself with. */
export interface HubCaller {
  readonly id: string;
  readonly secret: string;
}

/** A contender's servers while they run. */
export interface RunningContender extends AsyncDisposable {
  readonly name: string;
  server(kind: ServerKind): ServerProcess;
  /** Absent where no hub runs. */
  readonly hubCaller?: HubCaller;
}

/** One of the servers that are compared. */
export interface Contender {
  readonly name: string;
  start(): Promise<RunningContender>;
}

/** The name of the baseline among the contenders. */
export const bareName = "bare";

/** What contenders are made for. */
interface Preparation extends Pick<BenchOptions, "beside"> {
  /** For databases and logs. */
  readonly folder: string;
  readonly data: SeededData;
  readonly withHub: boolean;
}

/** What is in each database: enough codes for every turn of every start, and for one more request in each start, which is looked at as a whole. */
export function dataFor({ liveTokens, timing }: Pick<BenchOptions, "liveTokens" | "timing">): SeededData {
  const turns = timing.rounds * timing.turns + timing.warmUpTurns;
  return new SeededData({ liveTokens, codes: (exchangesPerTurn * turns + 1) * timing.starts });
}

/** The bare server and each checkout, which gets a database of its own. */
export async function prepareContenders(preparation: Preparation): Promise<readonly Contender[]> {
  const { beside, data, folder } = preparation;
  const contenders = [bareContender(folder)];
  const checkouts = { platform: ownCheckout, ...(beside !== undefined && { [besideName]: resolve(beside) }) };
  for (const [name, checkout] of Object.entries(checkouts)) {
    console.error(`filling a database with ${data.size.liveTokens} live tokens (${name})`);
    mkdirSync(join(folder, name));
    await seed(join(folder, name, "platform.db"), data);
    contenders.push(platformContender(name, checkout, preparation));
  }
  return contenders;
}

/** The name of another checkout, if one is measured. */
export const besideName = "beside";

/** The `node:http` server that all others are measured by. */
function bareContender(folder: string): Contender {
  return {
    name: bareName,
    async start() {
      const bare = await startBareServer(folder);
      return { name: bareName, server: () => bare, [Symbol.asyncDispose]: bare.stop };
    },
  };
}

/** A platform, with a hub if wanted. */
function platformContender(name: string, checkout: string, setting: Preparation): Contender {
  const folder = join(setting.folder, name);
  let hubCaller: HubCaller | undefined;
  let isUpgraded = false;
  const begin = () => startPlatform(checkout, folder);
  return {
    name,
    async start() {
      // The first start applies the release's migrations: what they leave in memory is not part of the measurement.
      if (!isUpgraded) await (await begin()).stop();
      isUpgraded = true;
      const platform = await begin();
      if (!setting.withHub) return { name, server: () => platform, [Symbol.asyncDispose]: platform.stop };
      const config = writeHubConfig(folder, platform);
      hubCaller ??= await addHubCaller(checkout, config);
      const hub = await startHub(checkout, config);
      return {
        name,
        server: (kind) => (kind === "hub" ? hub : platform),
        hubCaller,
        async [Symbol.asyncDispose]() {
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
  const { stdout } = await promisify(execFile)(
    program,
    [
      "callers",
      "add",
      "--config",
      config,
      "--name",
      "bench",
      "--app",
      hubAppid,
      "--rights",
      "token,report",
      "--json",
    ],
    { timeout: 60_000 },
  );
  // What the command prints is documented.
  return JSON.parse(stdout) as HubCaller;
}
