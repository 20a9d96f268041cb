import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { BusinessServers, failedCalls } from "../hub/business-servers.ts";
import { hubCounts, openHubStage, type HubStage } from "../hub/open-hub-stage.ts";
import { until } from "../until.ts";

const plan = { servers: 20, callersEach: 2, pauseMilliseconds: 200 } as const;
/** The token outlives the outage by this much, so the outage includes its last quarter, when servers request the next one. */
const spareSeconds = 6;
/** At most this much of it passes before the outage; the rest is for the last calls. */
const startSeconds = 2;
const startAttempts = 20;

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
  await using servers = await BusinessServers.start(stage, { ...plan, size: sizeOf(hubDown, rounds) });
  await untilYoung(stage, servers);
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

/**
 * Makes the servers' token so young that it outlives the outage: the servers take seconds to start on a busy machine.
 *
 * @throws Error when the machine is too slow for that
 */
async function untilYoung({ platform }: HubStage, servers: BusinessServers): Promise<void> {
  for (let attempt = 1; attempt <= startAttempts; attempt += 1) {
    const expiredAt = performance.now();
    const { mints } = await platform.expire();
    await until("the hub had a new token", async () => (await platform.look()).mints > mints);
    await servers.callEach();
    if (performance.now() - expiredAt < startSeconds * 1000) return;
  }
  throw new Error(`no token reached all servers within ${startSeconds} s`);
}
