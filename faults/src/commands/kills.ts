import {
  joinVerdicts,
  judgeRecoveries,
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

const nodeCounts = { sqlite: 1, postgres: 2 } as const satisfies Record<Engine, number>;

/** `kills`: confirmed calls are still in effect after everything was killed during work. */
export const kills: FaultCommand = {
  name: "kills",
  says: "Kills nodes, and PostgreSQL's processes too, during work: nothing confirmed is lost, nothing revoked comes back",
  unit: "kills per engine",
  rounds: { full: 50, smoke: 3 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: Tally[] = [];
  for (const engine of engines) tallies.push(await killOn(engine, rounds, progress));
  return {
    rows: tallies.map(({ engine, recoveries, ledger }) => ({
      engine,
      nodes: nodeCounts[engine],
      kills: recoveries.length,
      ...ledger.cells,
      "recovery, ms: median / slowest": medianAndSlowest(recoveries),
    })),
    ...joinVerdicts(
      tallies.map(({ engine, ledger, slowest, startMilliseconds }) =>
        ledger.verdictOn(engine, judgeRecoveries(slowest, startMilliseconds)),
      ),
    ),
  };
}

/** The results of the kills on one engine. */
interface Tally {
  readonly engine: Engine;
  readonly ledger: LedgerTally;
  /** Milliseconds from the start of the killed processes until every node was ready. */
  readonly recoveries: number[];
  /** By what was killed, the longest time in which every node was ready. With the database: once that is back. */
  readonly slowest: { node: number; database: number };
  /** How long the nodes took to start before the first kill. */
  readonly startMilliseconds: number;
}

async function killOn(engine: Engine, rounds: number, progress: FaultOptions["progress"]): Promise<Tally> {
  await using stage = await openStage(engine, { seed: { people: crewPeople } });
  await using nodes = await startNodes(nodeCounts[engine], stage);
  using scene = await openLedgerScene(stage.folder, nodes.urls, pausesOf(kills, rounds));
  const { startMilliseconds } = nodes;
  const slowest = { node: 0, database: 0 };
  const tally: Tally = { engine, ledger: new LedgerTally(), recoveries: [], slowest, startMilliseconds };
  await tally.ledger.breakInRounds(scene, rounds, (round) => {
    const victim = victimOf(stage, round);
    progress(`${engine}, kill ${round}: ${victim}`);
    return killOnce({ stage, nodes: nodes.all, victim }, tally);
  });
  return tally;
}

/** What is killed: in turn one node, everything, and the database alone. */
type Victim = "node" | "everything" | "database";

function victimOf({ postgres }: Stage, round: number): Victim {
  if (postgres === undefined) return "node";
  return (["node", "everything", "database"] as const)[round % 3] ?? "node";
}

interface Round {
  readonly stage: Stage;
  readonly nodes: readonly NodeProcess[];
  readonly victim: Victim;
}

async function killOnce({ stage, nodes, victim }: Round, tally: Tally): Promise<void> {
  const killed = victim === "node" ? nodes.slice(0, 1) : victim === "everything" ? nodes : [];
  const database = victim === "node" ? undefined : stage.postgres;
  await Promise.all([...killed.map((node) => node.kill()), database?.kill()]);
  const startedAt = performance.now();
  await database?.start();
  // PostgreSQL's own recovery is not the platform's: it syncs each of the 570 files of a database that is new.
  const databaseIsBackAt = performance.now();
  for (const node of killed) node.spawn();
  await Promise.all(nodes.map((node) => node.ready()));
  const readyAt = performance.now();
  tally.recoveries.push(readyAt - startedAt);
  const kind = victim === "node" ? "node" : "database";
  tally.slowest[kind] = Math.max(tally.slowest[kind], readyAt - databaseIsBackAt);
}
