import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runLoad, startPlatformServer, type ServerProcess } from "./processes.ts";
import { median } from "./scenarios.ts";
import { seed } from "./seed.ts";

const few = 1000;
const many = 1_000_000;

/** How much longer a token check takes with a million live tokens than with a thousand. */
export interface GrowthFigures {
  readonly few: number;
  readonly many: number;
  /** Time per check with many tokens, divided by that with few, per round. */
  readonly ratios: readonly number[];
}

/** The input of the measurement. */
export interface GrowthSetting {
  readonly directory: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** Measures `GET /api/oauth2/user` on two databases in turns. */
export async function measureGrowth(setting: GrowthSetting): Promise<GrowthFigures> {
  const small = await startOn(setting, few);
  const large = await startOn(setting, many);
  const ratios: number[] = [];
  for (let round = 0; round < setting.rounds; round += 1) {
    const withFew = await saturate(setting, small);
    const withMany = await saturate(setting, large);
    console.log(
      `token check: ${Math.round(withFew)}/s with ${few} tokens, ${Math.round(withMany)}/s with ${many}`,
    );
    ratios.push(withFew / withMany);
  }
  await Promise.all([small.server.stop(), large.server.stop()]);
  console.log(`median ${median(ratios).toFixed(2)}`);
  return { few, many, ratios };
}

interface Started {
  readonly server: ServerProcess;
  readonly pathsFile: string;
}

async function startOn({ directory }: GrowthSetting, liveTokens: number): Promise<Started> {
  console.log(`filling a database with ${liveTokens} live tokens`);
  const database = `sqlite:${join(directory, `growth-${liveTokens}.db`)}`;
  const paths = await seed(database, { liveTokens, codes: 0 });
  const pathsFile = join(directory, `growth-${liveTokens}-paths`);
  writeFileSync(pathsFile, `${paths.user.join("\n")}\n`);
  return { server: await startPlatformServer(database), pathsFile };
}

async function saturate({ seconds }: GrowthSetting, { server, pathsFile }: Started): Promise<number> {
  const result = await runLoad({ port: server.port, pathsFile, connections: 64, seconds, warmupSeconds: 1 });
  return result.requestsPerSecond;
}
