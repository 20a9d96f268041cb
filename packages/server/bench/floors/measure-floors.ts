import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chosen, fillFiles, usualData, type Bench } from "../bench.ts";
import { bareContender, ownCheckout, platformContender, type Contender } from "../contenders.ts";
import { measure, type Measured } from "../measure.ts";
import { platformScenarios } from "../scenarios.ts";
import { startFloorServer, startPlatform } from "../server-process.ts";
import { floorName, platformName } from "./floor-table.ts";

/** Calls that the floor server knows. */
const names = new Set([
  "user",
  "survey-1k",
  "survey-5k",
  "list",
  "answers",
  "refused",
  "garbage",
  "team-token",
  "exchange",
]);

/** Measures the bare server, the platform, and a server that does only what a call cannot do without, in turns. */
export async function measureFloors(bench: Bench): Promise<Measured> {
  const { folder, options, load } = bench;
  const scenarios = chosen(platformScenarios, options).filter(({ name }) => names.has(name));
  const data = usualData(options);
  const addresses = await fillFiles(bench, [platformName, floorName], data);
  const setting = { checkout: ownCheckout, data, folder, withHub: false };
  const database = addresses.get(platformName) ?? "";
  const contenders = [
    bareContender(folder, data),
    platformContender({ ...setting, name: platformName, database }),
    floorContender({ data, folder, database: addresses.get(floorName) ?? "" }),
  ];
  return measure({ contenders, scenarios, timing: options.timing, load });
}

interface FloorSetting extends Pick<Contender, "data"> {
  readonly folder: string;
  readonly database: string;
}

function floorContender({ data, folder, database }: FloorSetting): Contender {
  const own = join(folder, floorName);
  let isUpgraded = false;
  return {
    name: floorName,
    data,
    async start() {
      mkdirSync(own, { recursive: true });
      // Its tables are those of the platform.
      if (!isUpgraded)
        await (await startPlatform(ownCheckout, database, [], join(own, "platform.log"))).stop();
      isUpgraded = true;
      const floor = await startFloorServer(database.replace(/^sqlite:/, ""), own);
      return { name: floorName, server: () => floor, stop: () => floor.stop() };
    },
  };
}
