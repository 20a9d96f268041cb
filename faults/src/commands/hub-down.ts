import { setTimeout as sleep } from "node:timers/promises";
import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { BusinessServers, failedCalls } from "../hub/business-servers.ts";
import { hubCounts, openHubStage } from "../hub/open-hub-stage.ts";

const plan = { servers: 20, callersEach: 2, pauseMilliseconds: 200 } as const;
/** The token outlives the outage by this much, so the outage includes its last quarter, when servers request the next one. */
const spareSeconds = 6;

/** `hub-down`: while the token is valid, servers work without a hub. */
export const hubDown: FaultCommand = {
  name: "hub-down",
  says: "Stops every hub while the token is still valid: no call fails",
  unit: "seconds without a hub",
  rounds: { full: 20, smoke: 4 },
  run,
};

/** Without a hub its database makes no difference. */
async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const [engine = "sqlite"] = engines;
  await using stage = await openHubStage({ engine, platform: { tokenSeconds: rounds + spareSeconds } });
  await using servers = await BusinessServers.start(stage, plan);
  progress(`${rounds} s without a hub`);
  await Promise.all(stage.hubs.map((hub) => hub.kill()));
  const { calls: before } = servers.tally;
  await sleep(rounds * 1000);
  const tally = await servers.stop();
  const { mints, refusals } = await stage.platform.look();
  const slowest = tally.slowestMilliseconds.toFixed(0);
  return {
    table: {
      columns: ["hubs", "seconds away", "calls meanwhile", "failed", "mints", "refused", "slowest call, ms"],
      rows: [[hubCounts[engine], rounds, tally.calls - before, tally.failed, mints, refusals, slowest]],
    },
    violations: [
      ...failedCalls("without a hub", tally),
      ...(tally.calls > before ? [] : ["no call was made while there was no hub"]),
    ],
  };
}
