import { hubEvents } from "../hub/hub-node.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type Engine, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { BusinessServers, failedCalls, type ServerTally } from "../hub/business-servers.ts";
import { judgeLateness } from "../hub/lateness.ts";
import { openHubStage, type HubStage } from "../hub/open-hub-stage.ts";
import { until } from "../until.ts";

const plan = { servers: 20, callersEach: 1, pauseMilliseconds: 100 } as const;
const alarmAimMilliseconds = 2000;
const alarmPatienceMilliseconds = 15_000;
/** How often another program renews: like a forgotten script in a long run, more often in a short one. */
const interval = { short: 1500, long: 60_000 } as const;
const shortRounds = 20;

/** `hub-foreign`: a foreign refresher is noticed, and no call fails. */
export const hubForeign: FaultCommand = {
  name: "hub-foreign",
  says: "Another program renews the token (once a minute above 20 rounds): an alarm within 2 s, no call fails",
  unit: "foreign renewals per engine",
  rounds: { full: 6, smoke: 2 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const results: Foreigners[] = [];
  for (const engine of engines) {
    progress(`${engine}: ${rounds} foreign renewals`);
    results.push(await disturb(engine, rounds));
  }
  const verdicts = results.map(({ engine, slowestAlarm }) =>
    judgeLateness(`${engine}: the alarm after the first refused call`, slowestAlarm, alarmAimMilliseconds),
  );
  return {
    table: {
      columns: [
        "engine",
        "hubs",
        "foreign renewals",
        "alarms",
        "slowest alarm, ms",
        "mints",
        "calls",
        "failed",
      ],
      rows: results.map(rowOf),
    },
    violations: [...results, ...verdicts].flatMap(({ violations }) => violations),
    notes: verdicts.flatMap(({ notes }) => notes),
  };
}

/** The results of foreign renewals on one engine. */
interface Foreigners {
  readonly engine: Engine;
  readonly hubs: number;
  readonly renewals: number;
  readonly alarms: number;
  /** The longest time from the first refused call to the alarm, in milliseconds. */
  readonly slowestAlarm: number;
  readonly mints: number;
  readonly tally: ServerTally;
  readonly violations: readonly string[];
}

async function disturb(engine: Engine, rounds: number): Promise<Foreigners> {
  await using stage = await openHubStage({ engine });
  await using servers = await BusinessServers.start(stage, { ...plan, size: sizeOf(hubForeign, rounds) });
  const pause = rounds > shortRounds ? interval.long : interval.short;
  let slowestAlarm = 0;
  for (let round = 0; round < rounds; round += 1) {
    slowestAlarm = Math.max(slowestAlarm, await overrideAndWait(stage));
    await Promise.all([sleep(pause), servers.settle()]);
  }
  const tally = await servers.stop();
  const { mints } = await stage.platform.look();
  const alarms = alarmsOf(stage).length;
  const violations = [
    ...failedCalls(engine, tally),
    ...(alarms < rounds ? [`${engine}: ${alarms} alarms for ${rounds} foreign renewals`] : []),
    ...(mints === rounds + 1
      ? []
      : [`${engine}: ${mints} mints for ${rounds} foreign renewals and a first token`]),
  ];
  return {
    engine,
    hubs: stage.hubs.length,
    renewals: rounds,
    alarms,
    slowestAlarm,
    mints,
    tally,
    violations,
  };
}

/** @returns milliseconds from the first refused call to the first alarm */
async function overrideAndWait(stage: HubStage): Promise<number> {
  const overriddenAt = Date.now();
  await stage.platform.override();
  const firstAlarm = () => alarmsOf(stage).find((time) => time >= overriddenAt);
  await until("there was an alarm", () => firstAlarm() !== undefined, alarmPatienceMilliseconds);
  const { firstRefusalAt = NaN } = await stage.platform.look();
  return (firstAlarm() ?? NaN) - firstRefusalAt;
}

/** When hubs reported a foreign refresher, in order. Two hubs that find the same token dead may both report it. */
function alarmsOf({ hubs }: HubStage): readonly number[] {
  const events = hubs.flatMap(hubEvents);
  const times = events.filter(({ kind }) => kind === "foreign_refresher").map(({ time }) => Date.parse(time));
  return times.toSorted((a, b) => a - b);
}

function rowOf({ engine, hubs, renewals, alarms, slowestAlarm, mints, tally }: Foreigners) {
  return [engine, hubs, renewals, alarms, slowestAlarm.toFixed(0), mints, tally.calls, tally.failed];
}
