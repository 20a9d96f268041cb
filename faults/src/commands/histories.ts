import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type Engine, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { openStage } from "../database/open-stage.ts";
import {
  databaseDisturbances,
  nodeDisturbances,
  type Disturbance,
  type DisturbanceTargets,
} from "../histories/disturbance.ts";
import { HistoryRecorder } from "../histories/history-recorder.ts";
import { HistoryTally } from "../histories/history-tally.ts";
import { judgeHistory } from "../histories/judge-history.ts";
import { askEveryNode, runLoad, type LoadPlan } from "../histories/run-load.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { judgeRecoveries } from "../recovery.ts";
import { signIn } from "../seed/consent.ts";
import { teamCredentials } from "../seed/declaration.ts";

const nodeCounts = { sqlite: 1, postgres: 3 } as const satisfies Record<Engine, number>;
const clients = 8;
/**
 * What a history consists of. In a run of few histories, which is about the way and not about the numbers, it has fewer
 * operations, and callers pause on average, so that it takes as long.
 */
const loads = {
  full: { operations: 2000, pauseMilliseconds: 0 },
  smoke: { operations: 300, pauseMilliseconds: 20 },
} as const;
const codesPerHistory = 60;
/** Disturbances in one history. */
const disturbancesPerHistory = 3;

/** `histories`: while nodes and the database fail, callers see what one caller at a time could see (linearizability). */
export const histories: FaultCommand = {
  name: "histories",
  says: "Records what 8 callers see while nodes and the database are killed and paused: some sequential order explains it",
  unit: "histories of 2,000 operations per engine",
  rounds: { full: 20, smoke: 2 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: HistoryTally[] = [];
  for (const engine of engines) tallies.push(await recordOn(engine, rounds, progress));
  const recoveries = tallies.map(({ slowest, startMilliseconds }) =>
    judgeRecoveries(slowest, startMilliseconds),
  );
  return {
    table: HistoryTally.table(tallies),
    violations: [...tallies, ...recoveries].flatMap(({ violations }) => violations),
    notes: recoveries.flatMap(({ notes }) => notes),
  };
}

async function recordOn(
  engine: Engine,
  rounds: number,
  progress: FaultOptions["progress"],
): Promise<HistoryTally> {
  await using stage = await openStage(engine, { teams: rounds });
  await using nodes = await startNodes(nodeCounts[engine], stage);
  const targets = { stage, nodes: nodes.all };
  const tally = new HistoryTally(engine, nodes);
  for (let round = 0; round < rounds; round += 1) {
    const disturbances = disturbancesOf(engine, round);
    progress(`${engine}, history ${round + 1}: ${disturbances.map(({ name }) => name).join(", ")}`);
    const plan: LoadPlan = {
      urls: nodes.urls,
      // Each history has its own team, so an unanswered call of one cannot take effect in the next.
      team: teamCredentials(round),
      codes: await makeCodes(nodes.urls[0] ?? ""),
      clients,
      ...loads[sizeOf(histories, rounds)],
    };
    await recordOne(plan, disturbances, targets, tally);
  }
  return tally;
}

/** In turn, so that a few histories include every disturbance. */
function disturbancesOf(engine: Engine, round: number): readonly Disturbance[] {
  const possible = engine === "sqlite" ? nodeDisturbances : [...databaseDisturbances, ...nodeDisturbances];
  const turns = Array.from({ length: disturbancesPerHistory }, (_, index) => index);
  return turns.flatMap((index) => {
    const disturbance = possible[(round * disturbancesPerHistory + index) % possible.length];
    return disturbance === undefined ? [] : [disturbance];
  });
}

async function makeCodes(url: string): Promise<readonly string[]> {
  const person = await signIn(url);
  const codes: string[] = [];
  while (codes.length < codesPerHistory) codes.push(await person.allow());
  return codes;
}

async function recordOne(
  plan: LoadPlan,
  disturbances: readonly Disturbance[],
  targets: DisturbanceTargets,
  tally: HistoryTally,
): Promise<void> {
  const recorder = new HistoryRecorder();
  const load = runLoad(plan, recorder);
  const underWay = { targets, load, operations: plan.operations };
  const [, recoveries] = await Promise.all([load, disturb(disturbances, recorder, underWay)]);
  await askEveryNode(plan, recorder);
  const verdict = judgeHistory(recorder);
  tally.addHistory(recorder, verdict);
  for (const [disturbance, milliseconds] of recoveries) tally.addDisturbance(disturbance, milliseconds);
  if (verdict.violations.length === 0) return;
  const place = `${tally.engine}, with ${disturbances.map(({ name }) => name).join(", ")}, kept in ${keep(recorder)}`;
  tally.violations.push(...verdict.violations.map((violation) => `${place}: ${violation}`));
}

/** A load that is under way. */
interface UnderWay {
  readonly targets: DisturbanceTargets;
  readonly load: Promise<void>;
  readonly operations: number;
}

/** Disturbs at regular intervals, counted in operations. @returns the duration of each recovery */
async function disturb(
  disturbances: readonly Disturbance[],
  recorder: HistoryRecorder,
  { targets, load, operations }: UnderWay,
): Promise<readonly (readonly [Disturbance, number])[]> {
  const over = new AbortController();
  const stop = () => over.abort();
  void load.then(stop, stop);
  const recoveries: (readonly [Disturbance, number])[] = [];
  for (const [index, disturbance] of disturbances.entries()) {
    const due = (operations * (index + 1)) / (disturbances.length + 1);
    while (recorder.answered < due && !over.signal.aborted) await sleep(5);
    recoveries.push([disturbance, await disturbance.happen(targets)]);
  }
  return recoveries;
}

/** Saves a history for inspection. @returns the path */
function keep({ tokenOperations, exchanges }: HistoryRecorder): string {
  const file = join(mkdtempSync(join(tmpdir(), "sop-history-")), "history.json");
  writeFileSync(file, JSON.stringify({ tokenOperations, exchanges: [...exchanges.values()] }, undefined, 1));
  return file;
}
