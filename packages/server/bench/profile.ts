import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkoutsOf, chosen, fillFiles, subfolder, usualData, type Bench } from "./bench.ts";
import { platformContender } from "./contenders.ts";
import { groupsOf, type CpuProfile, type ScenarioProfile } from "./profile-groups.ts";
import { ScenarioLane } from "./scenario-lane.ts";
import { platformScenarios, type Scenario } from "./scenarios.ts";

/** Turns before those that count: code is compiled and optimized by then. */
const warmUpTurns = 10;
const countedTurns = 30;

/**
 * Samples the JavaScript thread of the platform under load, each scenario with a server of its own. Sampling makes
 * everything slower, so only shares are given.
 */
export async function measureProfiles(bench: Bench): Promise<readonly ScenarioProfile[]> {
  const data = usualData(bench.options);
  const checkouts = checkoutsOf(bench.options);
  const addresses = await fillFiles(bench, [...checkouts.keys()], data);
  const profiles: ScenarioProfile[] = [];
  for (const scenario of chosen(platformScenarios, bench.options))
    for (const [name, checkout] of checkouts) {
      const folder = subfolder(bench, `profile-${scenario.name}-${name}`);
      const database = addresses.get(name) ?? "";
      const setting = { name, checkout, data, database, folder, withHub: false };
      profiles.push(await sample(bench, { scenario, setting }));
      console.error(`profile of ${scenario.title} (${name})`);
    }
  return profiles;
}

interface Sampling {
  readonly scenario: Scenario;
  readonly setting: Parameters<typeof platformContender>[0];
}

async function sample({ load, options }: Bench, { scenario, setting }: Sampling): Promise<ScenarioProfile> {
  const contender = platformContender(setting);
  // The first start applies migrations.
  await (await contender.start()).stop();
  const output = join(setting.folder, "samples");
  const lane = new ScenarioLane({ contender, scenario, load, databaseNanoseconds: () => 0 });
  process.env["NODE_OPTIONS"] = `--cpu-prof --cpu-prof-interval=400 --cpu-prof-dir=${output}`;
  const startedAt = performance.now();
  const running = await contender.start().finally(() => delete process.env["NODE_OPTIONS"]);
  lane.prepare(running);
  await lane.open();
  for (let turn = 0; turn < warmUpTurns; turn += 1) await lane.turn(options.timing.turnMilliseconds);
  const warmMilliseconds = performance.now() - startedAt;
  for (let turn = 0; turn < countedTurns; turn += 1) await lane.turn(options.timing.turnMilliseconds);
  await lane.close();
  await running.stop();
  const [file = ""] = readdirSync(output);
  // Written by Node in the form of the DevTools protocol.
  const profile = JSON.parse(readFileSync(join(output, file), "utf8")) as CpuProfile;
  return {
    title: scenario.title,
    contender: setting.name,
    groups: groupsOf(profile, warmMilliseconds * 1000),
  };
}
