import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  sizeOf,
  type Engine,
  type FaultCommand,
  type FaultOptions,
  type Outcome,
  type Row,
} from "../command.ts";
import { judgeRecoveries } from "../figures.ts";
import { Ledger, type LedgerEntry } from "../ledger/ledger.ts";
import { LedgerTally } from "../ledger/ledger-tally.ts";
import { askForTeamToken, typeOf } from "../ledger/platform-calls.ts";
import { makeCrew, Work, workPauses, type Crew } from "../ledger/work.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { diskFaults, type DiskFault } from "../storage/disk-fault.ts";
import { openDiskStage, type DiskStage } from "../storage/disk-stage.ts";
import { whyNoInjection } from "../storage/inject-errors.ts";
import { whyNoLoopImage } from "../storage/loop-image.ts";

/** How long a disk fails. */
const faultMilliseconds = 1500;
/** Probing calls use a separate team that is not in the ledger. */
const probingTeam = 1;
const recoveryPatienceMilliseconds = 60_000;

/** `disk-errors`: a failing disk causes 503, and every success that was reported meanwhile is real. */
export const diskErrors: FaultCommand = {
  name: "disk-errors",
  says: "Makes syncs and writes fail and fills disks up: never a false success, 503 meanwhile, quick recovery",
  unit: "times each fault",
  rounds: { full: 5, smoke: 1 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const why = {
    strace: await whyNoInjection(),
    image: await whyNoLoopImage(join(tmpdir(), `sop-disk-try-${process.pid}`)),
  };
  const tallies: Tally[] = [];
  for (const engine of engines) {
    const faults = diskFaults[engine].filter(({ needs }) => why[needs] === undefined);
    const these = faults.map((fault) => newTally(engine, fault));
    tallies.push(...these);
    await failOn(engine, these, why.image === undefined, { rounds, progress });
  }
  return {
    rows: tallies.map(rowOf),
    violations: tallies.flatMap(violationsOf),
    notes: [
      ...tallies.flatMap((tally) => judgementOf(tally).notes),
      ...(why.strace === undefined ? [] : [`system calls cannot be made to fail here: ${why.strace}`]),
      ...(why.image === undefined
        ? []
        : [`no file system can be mounted to be filled up here: ${why.image}`]),
    ],
  };
}

/** The result of one fault. */
interface Tally {
  readonly engine: Engine;
  readonly fault: DiskFault;
  readonly ledger: LedgerTally;
  injected: number | undefined;
  /** The slowest recovery, in milliseconds. */
  recovery: number;
  /** How long the node took to start before anything was broken. */
  startMilliseconds: number;
}

function newTally(engine: Engine, fault: DiskFault): Tally {
  const none = { injected: undefined, recovery: 0, startMilliseconds: 0 };
  return { engine, fault, ledger: new LedgerTally(), ...none };
}

function rowOf({ engine, fault, ledger, injected, recovery }: Tally): Row {
  return {
    engine,
    fault: fault.name,
    "calls without an answer": ledger.unanswered,
    ...ledger.cells,
    "system calls failed": injected ?? "not counted",
    "recovery, ms: slowest": recovery.toFixed(0),
  };
}

function judgementOf({ recovery, startMilliseconds }: Tally) {
  return judgeRecoveries({ node: 0, database: recovery }, startMilliseconds);
}

function violationsOf(tally: Tally): readonly string[] {
  const { engine, fault, ledger, injected } = tally;
  return [
    ...ledger.problems,
    ...judgementOf(tally).violations,
    ...(injected === 0 ? ["no system call was made to fail, so that nothing was shown"] : []),
  ].map((text) => `${engine}, ${fault.name}: ${text}`);
}

async function failOn(
  engine: Engine,
  tallies: readonly Tally[],
  onImage: boolean,
  { rounds, progress }: Pick<FaultOptions, "rounds" | "progress">,
): Promise<void> {
  await using stage = await openDiskStage({ engine, onImage });
  await using nodes = await startNodes(1, stage.node);
  using ledger = new Ledger<LedgerEntry>(join(stage.folder, "ledger.jsonl"));
  const [node] = nodes.all;
  if (node === undefined) throw new Error("one node was started");
  const pauseMilliseconds = workPauses[sizeOf(diskErrors, rounds)];
  const scene: Scene = { stage, node, ledger, crew: await makeCrew(nodes.urls), pauseMilliseconds };
  for (const tally of tallies) tally.startMilliseconds = nodes.startMilliseconds;
  let round = 0;
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const tally of tallies) {
      progress(`${engine}: ${tally.fault.name}`);
      await failOnce(scene, (round += 1), tally);
    }
  }
}

interface Scene {
  readonly stage: DiskStage;
  readonly node: NodeProcess;
  readonly ledger: Ledger<LedgerEntry>;
  readonly crew: Crew;
  /** Between two turns of those who work. */
  readonly pauseMilliseconds: number;
}

/** Makes the disk fail while callers work, and checks the reported results on a node that was started again. */
async function failOnce(scene: Scene, round: number, tally: Tally): Promise<void> {
  const { stage, node, ledger } = scene;
  tally.ledger.problems.push(...(await workThrough(scene, round, tally)));
  await recover({ stage, node }, tally);
  await node.kill();
  await node.start();
  await tally.ledger.checkRound(ledger, round, [node.url]);
}

/** @returns the problems */
async function workThrough(scene: Scene, round: number, tally: Tally): Promise<readonly string[]> {
  const problems: string[] = [];
  const { pauseMilliseconds } = scene;
  await using disk = await tally.fault.begin(scene.stage, scene.node);
  const endsAt = performance.now() + faultMilliseconds;
  while (performance.now() < endsAt) {
    const work = new Work(scene.ledger, round, { pauseMilliseconds });
    const timer = setTimeout(() => work.stop(), Math.max(0, endsAt - performance.now()));
    problems.push(...(await work.untilCutOff(scene.crew)));
    clearTimeout(timer);
    await sleep(10 + pauseMilliseconds);
  }
  if (disk.injected !== undefined) tally.injected = (tally.injected ?? 0) + disk.injected;
  return problems;
}

/**
 * Waits until a write succeeds again. PostgreSQL may exit during the fault or a moment after it, when its recovery has
 * failed as well; it is started again whenever it has exited, as a service manager does, and the time counts from then.
 */
async function recover(
  { stage: { postgres }, node }: Pick<Scene, "stage" | "node">,
  tally: Tally,
): Promise<void> {
  const deadline = performance.now() + recoveryPatienceMilliseconds;
  let startedAt = performance.now();
  let result = await askForTeamToken(node.url, probingTeam);
  while (typeOf(result) !== "" && node.isRunning && performance.now() < deadline) {
    await sleep(20);
    if (postgres?.isRunning === false) {
      await postgres.start();
      startedAt = performance.now();
    }
    result = await askForTeamToken(node.url, probingTeam);
  }
  tally.recovery = Math.max(tally.recovery, performance.now() - startedAt);
  if (typeOf(result) !== "")
    tally.ledger.problems.push(
      `writes are not back after the fault; the last response: ${JSON.stringify(result)}. ${node.ending ?? ""}`,
    );
}
