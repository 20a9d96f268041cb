import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chosen, fillFiles, usualData, type Bench } from "../bench.ts";
import { bareContender, ownCheckout, platformContender, type Contender } from "../contenders.ts";
import { measure, type Measured } from "../measure.ts";
import { hubScenarios, platformScenarios } from "../scenarios.ts";
import { startFloorServer, startHubFloorServer, startPlatform } from "../server-process.ts";
import { linesOf, markdownTable, spreadText, type Line } from "../report.ts";
import type { ScenarioFigures } from "../scenario-run.ts";

/** The names of the contenders beside the bare server. */
const platformName = "platform";
const floorName = "floor";

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
  const addresses = await fillFiles(bench, [platformName, floorName], data);
  const databaseOf = (name: string) => addresses.get(name) ?? "";
  const setting = { checkout: ownCheckout, data, folder, withHub: true };
  const contenders = [
    bareContender(folder, data),
    platformContender({ ...setting, name: platformName, database: databaseOf(platformName) }),
    floorContender({ data, folder, database: databaseOf(floorName) }),
  ];
  return measure({ contenders, scenarios, timing: options.timing, load });
}

interface FloorSetting extends Pick<Contender, "data"> {
  readonly folder: string;
  readonly database: string;
}

function floorContender({ data, folder, database }: FloorSetting): Contender {
  const own = join(folder, floorName);
  mkdirSync(own, { recursive: true });
  const hubCaller = {
    id: `hubc_${randomBytes(9).toString("base64url")}`,
    secret: randomBytes(32).toString("base64url"),
  };
  let isUpgraded = false;
  return {
    name: floorName,
    data,
    async start() {
      // Its tables are those of the platform.
      if (!isUpgraded)
        await (await startPlatform(ownCheckout, database, [], join(own, "platform.log"))).stop();
      isUpgraded = true;
      const file = database.replace(/^sqlite:/, "");
      const platform = await startFloorServer([file], join(own, "floor.log"));
      const hub = await startHubFloorServer([hubCaller.id, hubCaller.secret], join(own, "hub-floor.log"));
      return {
        name: floorName,
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

/** One row for each call: what can be reached, what is reached, and what is between. */
export function floorTable(scenarios: readonly ScenarioFigures[], starts: number): string {
  const rows = scenarios.flatMap((figures) => {
    const lines = new Map(linesOf(figures, starts).map((line) => [line.contender, line]));
    const [platform, floor] = [platformName, floorName].map((name) => lines.get(name));
    if (platform === undefined || floor === undefined) return [];
    return [rowOf(platform, floor)];
  });
  return markdownTable(
    [
      "scenario",
      "bytes: platform, floor",
      "bare, µs",
      "floor, µs",
      "platform, µs",
      "ratio of the floor",
      "ratio of the platform",
      "target",
      "the target is",
      "others, cores",
    ],
    rows,
  );
}

function rowOf(platform: Line, floor: Line): readonly string[] {
  const { target } = platform;
  return [
    platform.scenario,
    `${platform.responseBytes}, ${floor.responseBytes}`,
    ...[platform.bareMicroseconds, floor.microseconds, platform.microseconds].map((microseconds) =>
      microseconds.toFixed(1),
    ),
    ...[floor, platform].map(({ ratio }) => spreadText(ratio)),
    target?.toFixed(2) ?? "",
    target === undefined ? "" : verdictOf(target, platform, floor),
    platform.coresOfOthers.toFixed(2),
  ];
}

/** The ratio of a server that only does what is needed is the most that can be had. */
function verdictOf(target: number, platform: Line, floor: Line): string {
  if (platform.ratio.median >= target) return "reached";
  return floor.ratio.median < target ? "out of reach" : "within reach";
}
