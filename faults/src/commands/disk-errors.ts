import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  joinVerdicts,
  judgeRecoveries,
  type Engine,
  type FaultCommand,
  type FaultOptions,
  type Outcome,
  type Verdict,
} from "../command.ts";
import { openStage, type Stage } from "../database/open-stage.ts";
import { LedgerTally, openLedgerScene, pausesOf, type LedgerScene } from "../ledger/ledger-tally.ts";
import { askForTeamToken, typeOf } from "../ledger/platform-calls.ts";
import { crewPeople, Work } from "../ledger/work.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { diskFaults, whyNoInjection, type DiskFault } from "../storage/disk-faults.ts";
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
    const these = faults.map((fault) => new Tally(engine, fault));
    tallies.push(...these);
    await failOn(engine, these, why.image === undefined, { rounds, progress });
  }
  const { violations, notes } = joinVerdicts(tallies.map(({ verdict }) => verdict));
  return {
    rows: tallies.map(({ row }) => row),
    violations,
    notes: [
      ...notes,
      ...(why.strace === undefined ? [] : [`system calls cannot be made to fail here: ${why.strace}`]),
      ...(why.image === undefined
        ? []
        : [`no file system can be mounted to be filled up here: ${why.image}`]),
    ],
  };
}

/** The result of one fault. */
class Tally {
  readonly engine: Engine;
  readonly fault: DiskFault;
  readonly ledger = new LedgerTally();
  injected: number | undefined;
  /** The slowest recovery, in milliseconds. */
  recovery = 0;
  /** How long the node took to start before anything was broken. */
  startMilliseconds = 0;

  constructor(engine: Engine, fault: DiskFault) {
    this.engine = engine;
    this.fault = fault;
  }

  get row() {
    return {
      engine: this.engine,
      fault: this.fault.name,
      "calls without an answer": this.ledger.unanswered,
      ...this.ledger.cells,
      "system calls failed": this.injected ?? "not counted",
      "recovery, ms: slowest": this.recovery.toFixed(0),
    };
  }

  get verdict(): Verdict {
    const { engine, fault, ledger, injected, recovery, startMilliseconds } = this;
    if (injected === 0) ledger.problems.push("no system call was made to fail, so that nothing was shown");
    const late = judgeRecoveries({ node: 0, database: recovery }, startMilliseconds);
    return ledger.verdictOn(`${engine}, ${fault.name}`, late);
  }
}

async function failOn(
  engine: Engine,
  tallies: readonly Tally[],
  isOnImage: boolean,
  { rounds, progress }: Pick<FaultOptions, "rounds" | "progress">,
): Promise<void> {
  await using stage = await openStage(engine, { isOnImage, seed: { people: crewPeople, teams: 2 } });
  await using nodes = await startNodes(1, stage);
  using ledger = await openLedgerScene(stage.folder, nodes.urls, pausesOf(diskErrors, rounds));
  for (const tally of tallies) tally.startMilliseconds = nodes.startMilliseconds;
  let round = 0;
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const tally of tallies) {
      progress(`${engine}: ${tally.fault.name}`);
      await failOnce({ stage, node: nodes.first, ledger }, (round += 1), tally);
    }
  }
}

interface Scene {
  readonly stage: Stage;
  readonly node: NodeProcess;
  readonly ledger: LedgerScene;
}

/** Makes the disk fail while callers work, and checks the reported results on a node that was started again. */
async function failOnce(scene: Scene, round: number, tally: Tally): Promise<void> {
  const { node, ledger } = scene;
  tally.ledger.problems.push(...(await workThrough(scene, round, tally)));
  await recover(scene, tally);
  await node.kill();
  await node.start();
  await tally.ledger.checkRound(ledger, round);
}

/** @returns the problems */
async function workThrough({ stage, node, ledger: scene }: Scene, round: number, tally: Tally) {
  const problems: string[] = [];
  const { ledger, crew, pauseMilliseconds } = scene;
  await using disk = await tally.fault.begin(stage, node);
  const endsAt = performance.now() + faultMilliseconds;
  while (performance.now() < endsAt) {
    const work = new Work(ledger, round, { pauseMilliseconds });
    const timer = setTimeout(() => work.stop(), Math.max(0, endsAt - performance.now()));
    problems.push(...(await work.untilCutOff(crew)));
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
async function recover({ stage: { postgres }, node }: Scene, tally: Tally): Promise<void> {
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
      `writes are not back after the fault; the last response: ${JSON.stringify(result)}. ${node.log.slice(-4000)}`,
    );
}
