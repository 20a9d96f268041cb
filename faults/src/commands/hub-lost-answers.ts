import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { BusinessServers, failedCalls, type ServerTally } from "../hub/business-servers.ts";
import { openHubStage } from "../hub/open-hub-stage.ts";
import { until } from "../until.ts";

const losesOneOf = 10;
const plan = { servers: 20, callersEach: 1, pauseMilliseconds: 100 } as const;

/** `hub-lost-answers`: a token that was issued but never arrived costs one more mint and no failed call. */
export const hubLostAnswers: FaultCommand = {
  name: "hub-lost-answers",
  says: "Loses one of ten token responses after the mint: no call fails, at most one more mint for each",
  unit: "dead tokens per engine",
  rounds: { full: 40, smoke: 8 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const results: Losses[] = [];
  for (const engine of engines) {
    progress(`${engine}: ${rounds} dead tokens`);
    results.push(await lose(engine, rounds));
  }
  return {
    table: {
      columns: [
        "engine",
        "hubs",
        "dead tokens",
        "answers lost",
        "mints",
        "calls",
        "failed",
        "slowest call, ms",
      ],
      rows: results.map(rowOf),
    },
    violations: results.flatMap(violationsOf),
  };
}

/** The results of lost responses on one engine. */
interface Losses {
  readonly engine: Engine;
  readonly hubs: number;
  /** Tokens that were needed: the first one, and one for each that died. */
  readonly needed: number;
  readonly mints: number;
  readonly lostAnswers: number;
  readonly tally: ServerTally;
}

async function lose(engine: Engine, rounds: number): Promise<Losses> {
  // With short times, a request that a busy machine serves late would be one more lost answer that is not counted.
  await using stage = await openHubStage({ engine, platform: { losesOneOf } });
  const { platform, hubs } = stage;
  await using servers = await BusinessServers.start(stage, plan);
  for (let round = 0; round < rounds; round += 1) {
    const { mints } = await platform.expire();
    await until("the hub had a new token", async () => (await platform.look()).mints > mints);
    await untilServed(servers);
  }
  const tally = await servers.stop();
  const { mints, lostAnswers } = await platform.look();
  return { engine, hubs: hubs.length, needed: rounds + 1, mints, lostAnswers, tally };
}

/** Since then, as many calls as there are servers have ended. */
async function untilServed(servers: BusinessServers): Promise<void> {
  const { tally } = servers;
  const enough = tally.calls + 2 * plan.servers;
  await until("calls were answered", () => tally.calls >= enough);
  await servers.settle();
}

function rowOf({ engine, hubs, needed, mints, lostAnswers, tally }: Losses) {
  const { calls, failed, slowestMilliseconds } = tally;
  return [engine, hubs, needed - 1, lostAnswers, mints, calls, failed, slowestMilliseconds.toFixed(0)];
}

function violationsOf({ engine, needed, mints, lostAnswers, tally }: Losses): readonly string[] {
  const most = needed + lostAnswers;
  return [
    ...failedCalls(engine, tally),
    ...(mints <= most ? [] : [`${engine}: ${mints} mints, ${most} would have been enough`]),
  ];
}
