import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type Engine, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { medianAndSlowest } from "../figures.ts";
import { Ledger, type LedgerEntry } from "../ledger/ledger.ts";
import { LedgerTally } from "../ledger/ledger-tally.ts";
import { makeCrew, Work, workPauses } from "../ledger/work.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { whyNoLoopImage } from "../storage/loop-image.ts";
import { openDiskStage, type DiskStageOptions, type DiskStage } from "../storage/disk-stage.ts";

/** Successful calls of each kind before the power cut, so that even on a slow machine something can be lost. */
const leastAnswered = 3;
/** A technique that does not lose unsynced data proves nothing about synced data. */
const controlsAtMost = 3;

/** `power-cut`: confirmed calls are on disk, and not only in the memory of the operating system. */
export const powerCut: FaultCommand = {
  name: "power-cut",
  says: "Cuts the power of node and database during work: nothing confirmed is lost, nothing revoked comes back",
  unit: "power cuts per engine",
  rounds: { full: 20, smoke: 1 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const why = await whyNoLoopImage(join(tmpdir(), `sop-power-try-${process.pid}`));
  const onImage = why === undefined;
  const tallies: Tally[] = [];
  for (const engine of engines) {
    const tally: Tally = { engine, ledger: new LedgerTally(), control: [], recoveries: [] };
    tallies.push(tally);
    await cutOn({ engine, onImage }, tally, { rounds, progress });
    if (onImage) await control(tally, progress);
  }
  return {
    rows: tallies.map(({ engine, ledger, control: controls, recoveries }) => ({
      engine,
      "power cuts": recoveries.length,
      ...ledger.cells,
      "recovery, ms: median / slowest": medianAndSlowest(recoveries),
      "lost without syncing (control)": controls.join(", ") || "not run",
    })),
    violations: tallies.flatMap(({ engine, ledger: { problems } }) =>
      problems.map((problem) => `${engine}: ${problem}`),
    ),
    notes: onImage ? [] : [`${withoutImage} (${why})`],
  };
}

const withoutImage =
  "no file system can be mounted from a file here, so each power cut was only a kill -9 of everything; " +
  "what the operating system has in memory survives that, and unsynced data is not shown to be safe";

/** The results of the power cuts on one engine. */
interface Tally {
  readonly engine: Engine;
  readonly ledger: LedgerTally;
  /** What was lost with unsynced commits, by attempt. */
  readonly control: number[];
  /** Milliseconds from the start of the database until the node was ready. */
  readonly recoveries: number[];
}

/** Works and cuts the power repeatedly, each time on the state after the previous cut. */
async function cutOn(
  options: DiskStageOptions,
  tally: Pick<Tally, "engine" | "ledger" | "recoveries">,
  { rounds, progress }: Pick<FaultOptions, "rounds" | "progress">,
): Promise<void> {
  await using stage = await openDiskStage(options);
  await using nodes = await startNodes(1, stage.node);
  using ledger = new Ledger<LedgerEntry>(join(stage.folder, "ledger.jsonl"));
  const [node] = nodes.all;
  if (node === undefined) throw new Error("one node was started");
  const crew = await makeCrew(nodes.urls);
  const plan = { leastAnswered, pauseMilliseconds: workPauses[sizeOf(powerCut, rounds)] };
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${tally.engine}, power cut ${round}`);
    const work = new Work(ledger, round, plan);
    const ended = work.untilCutOff(crew);
    await work.untilAnswered();
    await sleep(Math.random() * 200);
    tally.recoveries.push(await cutPower(stage, node));
    tally.ledger.problems.push(...(await ended));
    await tally.ledger.checkRound(ledger, round, nodes.urls);
  }
  await tally.ledger.checkAll(ledger, nodes.urls);
}

/** @returns the milliseconds until everything was ready again */
async function cutPower({ image, postgres }: DiskStage, node: NodeProcess): Promise<number> {
  await Promise.all([node.kill(), postgres?.kill()]);
  await image?.cutPower();
  const startedAt = performance.now();
  await postgres?.start();
  await node.start();
  return performance.now() - startedAt;
}

/** The same with unsynced commits, until something is lost. */
async function control(tally: Tally, progress: FaultOptions["progress"]): Promise<void> {
  const { engine } = tally;
  while (tally.control.length < controlsAtMost) {
    progress(`${engine}, without syncing`);
    const forgetful = { engine, ledger: new LedgerTally(), recoveries: [] };
    const options = { engine, onImage: true, isForgetful: true };
    await cutOn(options, forgetful, { rounds: 1, progress: () => undefined });
    const gone = forgetful.ledger.lost + forgetful.ledger.revived;
    tally.control.push(gone);
    if (gone > 0) return;
  }
  tally.ledger.problems.push(
    `commits that were never synced survived ${controlsAtMost} power cuts; here the technique proves nothing`,
  );
}
