import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chosen, fillFiles, usualData, type Bench } from "../bench.ts";
import { bareContender, ownCheckout, platformContender, type Contender } from "../contenders.ts";
import { measure, type Measured } from "../measure.ts";
import { hubScenarios, platformScenarios } from "../scenarios.ts";
import { startFloorServer, startHubFloorServer, startPlatform } from "../server-process.ts";
import { floorName, guardedFloorName, platformName } from "./floor-table.ts";
import type { FloorDoor } from "./listen-floor.ts";

/** Calls that the floor servers know. */
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
  "hub-bearer",
  "hub-signed",
]);

/** Measures the bare server, platform and hub, and servers that do only what a call cannot do without, in turns. */
export async function measureFloors(bench: Bench): Promise<Measured> {
  const { folder, options, load } = bench;
  const scenarios = chosen([...platformScenarios, ...hubScenarios], options).filter(({ name }) =>
    names.has(name),
  );
  const data = usualData(options);
  const addresses = await fillFiles(bench, [platformName, floorName, guardedFloorName], data);
  const databaseOf = (name: string) => addresses.get(name) ?? "";
  const setting = { checkout: ownCheckout, data, folder, withHub: true };
  const contenders = [
    bareContender(folder, data),
    platformContender({ ...setting, name: platformName, database: databaseOf(platformName) }),
    floorContender({ name: floorName, door: "node", data, folder, database: databaseOf(floorName) }),
    floorContender({
      name: guardedFloorName,
      door: "listener",
      data,
      folder,
      database: databaseOf(guardedFloorName),
    }),
  ];
  return measure({ contenders, scenarios, timing: options.timing, load });
}

interface FloorSetting extends Pick<Contender, "name" | "data"> {
  readonly door: FloorDoor;
  readonly folder: string;
  readonly database: string;
}

function floorContender({ name, door, data, folder, database }: FloorSetting): Contender {
  const own = join(folder, name);
  mkdirSync(own, { recursive: true });
  const hubCaller = {
    id: `hubc_${randomBytes(9).toString("base64url")}`,
    secret: randomBytes(32).toString("base64url"),
  };
  let isUpgraded = false;
  return {
    name,
    data,
    async start() {
      // Its tables are those of the platform.
      if (!isUpgraded)
        await (await startPlatform(ownCheckout, database, [], join(own, "platform.log"))).stop();
      isUpgraded = true;
      const file = database.replace(/^sqlite:/, "");
      const platform = await startFloorServer([file, door], join(own, "floor.log"));
      const hub = await startHubFloorServer(
        [hubCaller.id, hubCaller.secret, door],
        join(own, "hub-floor.log"),
      );
      return {
        name,
        hubCaller,
        server: (kind) => (kind === "hub" ? hub : platform),
        async stop() {
          await hub.stop();
          await platform.stop();
        },
      };
    },
  };
}
