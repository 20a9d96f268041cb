import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type Engine, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { checkNothingRevived, checkRound, type Differences } from "../ledger/check-promises.ts";
import { makeCrew } from "../ledger/crew.ts";
import type { LedgerEntry } from "../ledger/entry.ts";
import { Ledger } from "../ledger/ledger.ts";
import { pastPromises } from "../ledger/past-promises.ts";
import { promisesIn } from "../ledger/promises.ts";
import { Work, workPauses } from "../ledger/work.ts";
import { median } from "../load/median.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { whyNoLoopImage } from "../storage/loop-image.ts";
import { openDiskStage, type DiskStageOptions, type DiskStage } from "../storage/disk-stage.ts";

/** Successful calls of each kind before the power cut, so that even on a slow machine something can be lost. */
const leastAnswered = 3;
/** A technique that does not lose unsynced data proves nothing about synced data. */
const controlsAtMost = 3;
const allOfThem = 1_000_000;

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
    const tally = newTally(engine);
    tallies.push(tally);
    await cutOn({ engine, onImage }, tally, { rounds, progress });
    if (onImage) await control(tally, progress);
  }
  return {
    table: { columns: [...columns], rows: tallies.map(rowOf) },
    violations: tallies.flatMap(({ violations }) => violations),
    notes: onImage ? [] : [`${withoutImage} (${why})`],
  };
}

const withoutImage =
  "no file system can be mounted from a file here, so each power cut was only a kill -9 of everything; " +
  "what the operating system has in memory survives that, and unsynced data is not shown to be safe";

/** The results of the power cuts on one engine. */
interface Tally {
  readonly engine: Engine;
  cuts: number;
  answered: number;
  checked: number;
  lost: number;
  revived: number;
  /** What was lost with unsynced commits, by attempt. */
  readonly control: number[];
  /** Milliseconds from the start of the database until the node was ready. */
  readonly recoveries: number[];
  readonly violations: string[];
}

function newTally(engine: Engine): Tally {
  const none = { cuts: 0, answered: 0, checked: 0, lost: 0, revived: 0 };
  return { engine, ...none, control: [], recoveries: [], violations: [] };
}

const columns = [
  "engine",
  "power cuts",
  "calls answered",
  "looked at afterwards",
  "lost",
  "revived",
  "recovery, ms: median / slowest",
  "lost without syncing (control)",
] as const;

function rowOf(tally: Tally): readonly (string | number)[] {
  const { engine, cuts, answered, checked, lost, revived, recoveries, control: controls } = tally;
  const recovery = `${median(recoveries).toFixed(0)} / ${Math.max(0, ...recoveries).toFixed(0)}`;
  return [engine, cuts, answered, checked, lost, revived, recovery, controls.join(", ") || "not run"];
}

/** Works and cuts the power repeatedly, each time on the state after the previous cut. */
async function cutOn(
  options: DiskStageOptions,
  tally: Tally,
  { rounds, progress }: Pick<FaultOptions, "rounds" | "progress">,
): Promise<void> {
  await using stage = await openDiskStage(options);
  await using nodes = await startNodes(1, stage.node);
  using ledger = new Ledger<LedgerEntry>(join(stage.folder, "ledger.jsonl"));
  const [node] = nodes.all;
  if (node === undefined) throw new Error("one node was started");
  const crew = await makeCrew(nodes.urls);
  const plan = { leastAnswered, pauseMilliseconds: workPauses[sizeOf(powerCut, rounds)] };
  const anyUrl = () => node.url;
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${tally.engine}, power cut ${round}`);
    const work = new Work(ledger, round, plan);
    const ended = work.untilCutOff(crew);
    await work.untilAnswered();
    await sleep(Math.random() * 200);
    tally.recoveries.push(await cutPower(stage, node));
    tally.cuts += 1;
    tally.violations.push(...(await ended).map((problem) => `${tally.engine}: ${problem}`));
    const entries = ledger.read();
    const now = entries.filter((entry) => entry.round === round);
    note(tally, await checkRound(promisesIn(now), anyUrl));
    note(tally, await checkNothingRevived(pastPromises(entries, round), anyUrl));
    tally.answered += now.filter(({ answer }) => answer !== undefined).length;
  }
  note(tally, await checkNothingRevived(pastPromises(ledger.read(), rounds + 1, allOfThem), anyUrl));
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

function note(tally: Tally, { lost, revived, checked }: Differences): void {
  tally.checked += checked;
  tally.lost += lost.length;
  tally.revived += revived.length;
  tally.violations.push(...[...lost, ...revived].map((difference) => `${tally.engine}: ${difference}`));
}

/** The same with unsynced commits, until something is lost. */
async function control(tally: Tally, progress: FaultOptions["progress"]): Promise<void> {
  const { engine } = tally;
  while (tally.control.length < controlsAtMost) {
    progress(`${engine}, without syncing`);
    const forgetful = newTally(engine);
    const options = { engine, onImage: true, isForgetful: true };
    await cutOn(options, forgetful, { rounds: 1, progress: () => undefined });
    tally.control.push(forgetful.lost + forgetful.revived);
    if (forgetful.lost + forgetful.revived > 0) return;
  }
  tally.violations.push(
    `${engine}: commits that were never synced survived ${controlsAtMost} power cuts; here the technique proves nothing`,
  );
}
