import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  joinVerdicts,
  judgeRecoveries,
  sizeOf,
  type Engine,
  type FaultCommand,
  type FaultOptions,
  type Outcome,
  type Verdict,
} from "../command.ts";
import { openStage } from "../database/open-stage.ts";
import { disturbances, type Disturbance, type DisturbanceTargets } from "../histories/disturbance.ts";
import { HistoryRecorder, judgeHistory } from "../histories/history-recorder.ts";
import { askEveryNode, runLoad, type LoadPlan } from "../histories/run-load.ts";
import { BreakableLink } from "../wire/breakable-link.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { signIn } from "../seed/consent.ts";

const nodeCounts = { sqlite: 2, postgres: 3 } as const satisfies Record<Engine, number>;
const clients = 8;
/** Three times as long as a node lets its callers wait for a database that does not respond: the machine may be busy. */
const longestAnswerMilliseconds = 9000;
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
  says: "Records what 8 callers see while nodes and the database are killed, paused and cut off: some sequential order explains it, and each call is answered in time",
  unit: "histories of 2,000 operations per engine",
  rounds: { full: 20, smoke: 2 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: Tally[] = [];
  for (const engine of engines) tallies.push(await recordOn(engine, rounds, progress));
  const rows = tallies.map(({ engine, counts, happened, slowest }) => ({
    engine,
    nodes: nodeCounts[engine],
    ...counts,
    "what happened, and how often": [...happened].map(([name, times]) => `${name} ${times}`).join("; "),
    "slowest recovery, ms: node / database": `${Math.round(slowest.node)} / ${Math.round(slowest.database)}`,
  }));
  return { rows, ...joinVerdicts(tallies.map(({ verdict }) => verdict)) };
}

/** The results of the histories on one engine. */
class Tally {
  readonly engine: Engine;
  readonly counts = { histories: 0, operations: 0, unanswered: 0, "stale accepts": 0, "not linearizable": 0 };
  /** How often each disturbance happened. */
  readonly happened = new Map<string, number>();
  /** Recoveries in milliseconds. */
  readonly slowest = { node: 0, database: 0 };
  readonly violations: string[] = [];
  /** How long the nodes took to start before anything was broken. */
  readonly startMilliseconds: number;

  constructor(engine: Engine, startMilliseconds: number) {
    this.engine = engine;
    this.startMilliseconds = startMilliseconds;
  }

  get verdict(): Verdict {
    const { slowest, startMilliseconds, violations } = this;
    return joinVerdicts([{ violations, notes: [] }, judgeRecoveries(slowest, startMilliseconds)]);
  }
}

async function recordOn(engine: Engine, rounds: number, progress: FaultOptions["progress"]): Promise<Tally> {
  await using stage = await openStage(engine, { seed: { teams: rounds } });
  await using link = stage.postgres && (await BreakableLink.to(stage.postgres.port));
  await using nodes = await startNodes(nodeCounts[engine], stage, (index) =>
    index > 0 || link === undefined ? {} : { database: through(stage.database, link) },
  );
  const targets = { stage, nodes: nodes.all, link };
  const tally = new Tally(engine, nodes.startMilliseconds);
  for (let round = 0; round < rounds; round += 1) {
    const chosen = disturbancesOf(engine, round);
    progress(`${engine}, history ${round + 1}: ${chosen.map(({ name }) => name).join(", ")}`);
    const plan: LoadPlan = {
      urls: nodes.urls,
      // Each history has its own team, so an unanswered call of one cannot take effect in the next.
      team: round,
      codes: await makeCodes(nodes.urls[0] ?? ""),
      clients,
      timeoutMilliseconds: 2 * longestAnswerMilliseconds,
      ...loads[sizeOf(histories, rounds)],
    };
    await recordOne(plan, chosen, targets, tally);
  }
  return tally;
}

function through(address: string, { port }: BreakableLink): string {
  const url = new URL(address);
  url.port = String(port);
  return url.href;
}

/** In turn, so that a few histories include every disturbance. */
function disturbancesOf(engine: Engine, round: number): readonly Disturbance[] {
  const possible = disturbances[engine];
  const first = (round * disturbancesPerHistory) % possible.length;
  return [...possible.slice(first), ...possible, ...possible].slice(0, disturbancesPerHistory);
}

async function makeCodes(url: string): Promise<readonly string[]> {
  const person = await signIn(url);
  const codes: string[] = [];
  while (codes.length < codesPerHistory) codes.push(await person.allow());
  return codes;
}

async function recordOne(
  plan: LoadPlan,
  chosen: readonly Disturbance[],
  targets: DisturbanceTargets,
  tally: Tally,
): Promise<void> {
  const recorder = new HistoryRecorder(longestAnswerMilliseconds);
  const load = runLoad(plan, recorder);
  const underWay = { targets, load, operations: plan.operations };
  const [, recoveries] = await Promise.all([load, disturb(chosen, recorder, underWay)]);
  await askEveryNode(plan, recorder);
  const verdict = judgeHistory(recorder);
  const { counts, happened, slowest } = tally;
  counts.histories += 1;
  counts.operations += recorder.answered;
  counts.unanswered += recorder.unanswered;
  counts["stale accepts"] += verdict.staleAccepts;
  counts["not linearizable"] += verdict.unexplained;
  for (const [{ name, befalls }, milliseconds] of recoveries) {
    happened.set(name, (happened.get(name) ?? 0) + 1);
    slowest[befalls] = Math.max(slowest[befalls], milliseconds);
  }
  if (verdict.violations.length === 0) return;
  const place = `${tally.engine}, with ${chosen.map(({ name }) => name).join(", ")}, kept in ${keep(recorder)}`;
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
  chosen: readonly Disturbance[],
  recorder: HistoryRecorder,
  { targets, load, operations }: UnderWay,
): Promise<readonly (readonly [Disturbance, number])[]> {
  const over = new AbortController();
  const stop = () => over.abort();
  void load.then(stop, stop);
  const recoveries: (readonly [Disturbance, number])[] = [];
  for (const [index, disturbance] of chosen.entries()) {
    const due = (operations * (index + 1)) / (chosen.length + 1);
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
