import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { askForToken, askUntilServed, report } from "../hub/ask-hub.ts";
import { BusinessServers, connectServer, failedCalls, type ServerTally } from "../hub/business-servers.ts";
import { judgeLateness, medianAndSlowest } from "../figures.ts";
import { openHubStage, steadyTimes, type HubStage } from "../hub/open-hub-stage.ts";
import { until } from "../until.ts";

const plan = { servers: 50, pauseMilliseconds: 250 } as const;
/** A token request takes up to twice this. */
const tokenPauseMilliseconds = 40;
/** Kills happen within this time: from before the mint takes effect until after it is stored. */
const killWindowMilliseconds = 120;
const mostMints = 2;
const recoveryAimMilliseconds = (steadyTimes.lease_seconds + 1) * 1000;
const requestWithinMilliseconds = 30_000;

/** `hub-kills`: when a hub dies at any point of a renewal, the others continue. */
export const hubKills: FaultCommand = {
  name: "hub-kills",
  says: "Kills the hub that renews, of three on PostgreSQL: no call fails, at most two mints a kill, served again within a lease and a second",
  unit: "kills",
  rounds: { full: 30, smoke: 2 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  if (!engines.includes("postgres"))
    return { rows: [], violations: [], notes: ["several hubs need PostgreSQL"] };
  await using stage = await openHubStage({
    hubs: 3,
    settings: steadyTimes,
    tokenPauseMilliseconds,
  });
  await using servers = await BusinessServers.start(stage, { ...plan, size: sizeOf(hubKills, rounds) });
  const kills: Kill[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const kill = await killOnce(stage, round % 2 === 0 ? killAtReport : killAtPlatform);
    progress(`kill ${round}: ${kill.mints} mints, served again after ${kill.recovery.toFixed(0)} ms`);
    kills.push(kill);
    await servers.settle();
  }
  return outcomeOf(kills, await servers.stop(), stage.hubs.length);
}

/** The effects of one kill. */
interface Kill {
  /** Mints for the one dead token. */
  readonly mints: number;
  /** Milliseconds from the kill until another hub served a caller without a token. */
  readonly recovery: number;
}

/** Ends the token and kills the hub that replaces it. @returns the place of that hub */
type KillWay = (stage: HubStage) => Promise<number>;

async function killOnce(stage: HubStage, way: KillWay): Promise<Kill> {
  const before = stage.platform.mints;
  const place = await way(stage);
  const killedAt = performance.now();
  await connectServer(stage, place + 1).surveys.list({ perPage: 1 });
  const recovery = performance.now() - killedAt;
  const victim = stage.hubs[place];
  await victim?.start();
  await untilAllServe(stage);
  return { mints: stage.platform.mints - before, recovery };
}

/** Kills the hub whose token request arrives at the platform, at some point before the request ends. */
async function killAtPlatform({ platform, hubs }: HubStage): Promise<number> {
  const request = platform.nextTokenRequest();
  platform.expire();
  const place = await Promise.race([request, sleep(requestWithinMilliseconds, undefined, { ref: false })]);
  if (place === undefined) throw new Error("no hub requested a new token");
  await sleep(Math.random() * killWindowMilliseconds);
  await hubs[place]?.kill();
  return place;
}

/** Kills a hub at some point between a report and its response. */
async function killAtReport({ platform, hubs, urls, caller }: HubStage): Promise<number> {
  const place = Math.floor(Math.random() * hubs.length);
  const url = urls[place] ?? "";
  const { version } = await askUntilServed(url, caller);
  platform.expire();
  // The connection may be cut, as intended.
  const reporting = report(url, caller, version).catch(() => undefined);
  await sleep(Math.random() * killWindowMilliseconds);
  await hubs[place]?.kill();
  await reporting;
  return place;
}

/** Every hub returns the valid token. */
async function untilAllServe({ platform, urls, caller }: HubStage): Promise<void> {
  await until("all hubs had the newest token", async () => {
    const tokens = await Promise.all(urls.map((url) => askForToken(url, caller)));
    return tokens.every(({ accessToken }) => accessToken === platform.liveToken);
  });
}

function outcomeOf(kills: readonly Kill[], tally: ServerTally, hubs: number): Outcome {
  const recoveries = kills.map(({ recovery }) => recovery);
  const most = Math.max(...kills.map(({ mints }) => mints));
  const sum = kills.reduce((total, { mints }) => total + mints, 0);
  const verdict = judgeLateness(
    "serving again after a kill",
    Math.max(...recoveries),
    recoveryAimMilliseconds,
  );
  const { calls, failed } = tally;
  return {
    rows: [
      {
        hubs,
        kills: kills.length,
        calls,
        failed,
        mints: sum,
        "most for one kill": most,
        "serving again, ms: median / slowest": medianAndSlowest(recoveries),
      },
    ],
    violations: [
      ...failedCalls("while hubs were killed", tally),
      ...(most <= mostMints ? [] : [`${most} mints for one kill`]),
      ...verdict.violations,
    ],
    notes: verdict.notes,
  };
}
