import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  medianAndSlowest,
  type Engine,
  type FaultCommand,
  type FaultOptions,
  type Outcome,
} from "../command.ts";
import { openStage, type Stage } from "../database/open-stage.ts";
import { LedgerTally, openLedgerScene, pausesOf } from "../ledger/ledger-tally.ts";
import { crewPeople } from "../ledger/work.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { whyNoLoopImage } from "../storage/loop-image.ts";

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
  const isOnImage = why === undefined;
  const tallies: Tally[] = [];
  for (const engine of engines) {
    const tally: Tally = { engine, ledger: new LedgerTally(), control: [], recoveries: [] };
    tallies.push(tally);
    await cutOn(tally, { isOnImage, isForgetful: false }, { rounds, progress });
    if (isOnImage) await control(tally, progress);
  }
  return {
    rows: tallies.map(({ engine, ledger, control: controls, recoveries }) => ({
      engine,
      "power cuts": recoveries.length,
      ...ledger.cells,
      "recovery, ms: median / slowest": medianAndSlowest(recoveries),
      "lost without syncing (control)": controls.join(", ") || "not run",
    })),
    violations: tallies.flatMap(({ engine, ledger }) => ledger.verdictOn(engine).violations),
    notes: isOnImage ? [] : [`${withoutImage} (${why})`],
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
  { engine, ledger, recoveries }: Pick<Tally, "engine" | "ledger" | "recoveries">,
  options: { readonly isOnImage: boolean; readonly isForgetful: boolean },
  { rounds, progress }: Pick<FaultOptions, "rounds" | "progress">,
): Promise<void> {
  await using stage = await openStage(engine, { ...options, seed: { people: crewPeople } });
  await using nodes = await startNodes(1, stage);
  using scene = await openLedgerScene(stage.folder, nodes.urls, pausesOf(powerCut, rounds));
  await ledger.breakInRounds(scene, rounds, async (round) => {
    progress(`${engine}, power cut ${round}`);
    recoveries.push(await cutPower(stage, nodes.first));
  });
}

/** @returns the milliseconds until everything was ready again */
async function cutPower({ image, postgres }: Stage, node: NodeProcess): Promise<number> {
  await Promise.all([node.kill(), postgres?.kill()]);
  await image?.cutPower();
  const startedAt = performance.now();
  await postgres?.start();
  await node.start();
  return performance.now() - startedAt;
}

/** The same with unsynced commits, until something is lost. */
async function control(
  { engine, control: gone, ledger }: Tally,
  progress: FaultOptions["progress"],
): Promise<void> {
  while (gone.length < controlsAtMost) {
    progress(`${engine}, without syncing`);
    const forgetful = { engine, ledger: new LedgerTally(), recoveries: [] };
    await cutOn(forgetful, { isOnImage: true, isForgetful: true }, { rounds: 1, progress: () => undefined });
    gone.push(forgetful.ledger.lost + forgetful.ledger.revived);
    if (gone.at(-1) !== 0) return;
  }
  ledger.problems.push(
    `commits that were never synced survived ${controlsAtMost} power cuts; here the technique proves nothing`,
  );
}
