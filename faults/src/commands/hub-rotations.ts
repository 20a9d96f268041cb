import { hubEvents } from "../hub/hub-node.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type Engine, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { BusinessServers, failedCalls, type ServerTally } from "../hub/business-servers.ts";
import { openHubStage, type HubStage } from "../hub/open-hub-stage.ts";
import { until } from "../until.ts";

/**
 * Lifetime of a token: a hub renews it when a quarter of it is left. A call may meet one rotation; on a machine so busy
 * that a call takes longer than this, it would meet two, and fail.
 */
const tokenSeconds = 12;
const servers = 20;
/** With four hundred callers of each way the calls of a busy machine take seconds, so the small size has a tenth. */
const callersEach = { full: 20, smoke: 2 } as const;
const pauseMilliseconds = 2000;
/** By then, calls made just before the last rotation have their response. */
const settleMilliseconds = 500;
const storedWithinMilliseconds = 10_000;

/** `hub-rotations`: no call notices that a hub renews the token in time. */
export const hubRotations: FaultCommand = {
  name: "hub-rotations",
  says: "Renews a team token in time under 20 x 20 callers, with the token and through the proxy: no call fails, one mint a rotation",
  unit: "rotations per engine",
  rounds: { full: 3, smoke: 1 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const results: Rotations[] = [];
  for (const engine of engines) {
    progress(`${engine}: ${rounds} rotations`);
    results.push(await rotate(engine, rounds));
  }
  return { table: tableOf(results), violations: results.flatMap(violationsOf) };
}

/** The results of rotations on one engine. */
interface Rotations {
  readonly engine: Engine;
  readonly hubs: number;
  /** Tokens that the platform issued, without the first one. */
  readonly mints: number;
  /** Versions that the hubs stored, without the first one. */
  readonly rotations: number;
  /** Calls refused because of their token; the SDK or the hub repeated each. */
  readonly refusals: number;
  readonly byToken: ServerTally;
  readonly byProxy: ServerTally;
}

async function rotate(engine: Engine, rounds: number): Promise<Rotations> {
  await using stage = await openHubStage({ engine, platform: { tokenSeconds } });
  const plan = { servers, callersEach: callersEach[sizeOf(hubRotations, rounds)], pauseMilliseconds };
  await using withToken = await BusinessServers.start(stage, { ...plan, way: "token" });
  await using throughProxy = await BusinessServers.start(stage, { ...plan, way: "proxy" });
  const { mints: before } = await stage.platform.look();
  const isDone = async () => (await stage.platform.look()).mints >= before + rounds;
  await until("the token was renewed", isDone, rounds * 2 * tokenSeconds * 1000);
  await sleep(settleMilliseconds);
  const [byToken, byProxy] = await Promise.all([withToken.stop(), throughProxy.stop()]);
  const { mints, refusals, rotations } = await untilStored(stage);
  return { engine, hubs: stage.hubs.length, mints: mints - 1, rotations, refusals, byToken, byProxy };
}

/** A hub stores a token, and logs its version, a moment after the platform has issued it: on a busy machine seconds. */
async function untilStored(stage: HubStage) {
  const deadline = performance.now() + storedWithinMilliseconds;
  for (;;) {
    const { mints, refusals } = await stage.platform.look();
    const rotations = versionOf(stage) - 1;
    if (mints - 1 === rotations || performance.now() > deadline) return { mints, refusals, rotations };
    await sleep(50);
  }
}

/** The newest version that a hub reported. */
function versionOf({ hubs }: HubStage): number {
  const versions = hubs.flatMap((hub) => hubEvents(hub).map(({ version = 0 }) => version));
  return Math.max(0, ...versions);
}

function tableOf(results: readonly Rotations[]): Outcome["table"] {
  const rowsOf = ({ engine, hubs, mints, rotations, refusals, byToken, byProxy }: Rotations) =>
    (
      [
        ["token", byToken],
        ["proxy", byProxy],
      ] as const
    ).map(([way, { calls, failed, invalidTokens, slowestMilliseconds }]) => [
      engine,
      hubs,
      way,
      calls,
      failed,
      invalidTokens,
      rotations,
      mints,
      refusals,
      slowestMilliseconds.toFixed(0),
    ]);
  return {
    columns: [
      "engine",
      "hubs",
      "by",
      "calls",
      "failed",
      "invalid-token answers",
      "rotations",
      "mints",
      "refused by the platform, all ways",
      "slowest call, ms",
    ],
    rows: results.flatMap(rowsOf),
  };
}

function violationsOf({ engine, mints, rotations, byToken, byProxy }: Rotations): readonly string[] {
  return [
    ...failedCalls(`${engine}, with the token`, byToken),
    ...failedCalls(`${engine}, through the proxy`, byProxy),
    ...(mints === rotations ? [] : [`${engine}: ${mints} mints for ${rotations} rotations`]),
  ];
}
