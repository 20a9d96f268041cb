import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type Engine, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { openStage, type Stage } from "../database/open-stage.ts";
import { checkNothingRevived, checkRound, type Differences } from "../ledger/check-promises.ts";
import { crewPeople, makeCrew } from "../ledger/crew.ts";
import type { LedgerEntry } from "../ledger/entry.ts";
import { Ledger } from "../ledger/ledger.ts";
import { pastPromises } from "../ledger/past-promises.ts";
import { promisesIn } from "../ledger/promises.ts";
import { Work, workPauses, type Crew } from "../ledger/work.ts";
import { median } from "../load/median.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { judgeRecoveries } from "../recovery.ts";

const nodeCounts = { sqlite: 1, postgres: 2 } as const satisfies Record<Engine, number>;
/** Successful calls of each kind before the kill, so that even on a slow machine something can be lost. */
const leastAnswered = 3;
const allOfThem = 1_000_000;

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
  for (const engine of engines) {
    const tally = newTally(engine);
    tallies.push(tally);
    await killOn(tally, rounds, progress);
  }
  const recoveries = tallies.map(({ slowest, startMilliseconds }) =>
    judgeRecoveries(slowest, startMilliseconds),
  );
  return {
    table: tableOf(tallies),
    violations: [...tallies, ...recoveries].flatMap(({ violations }) => violations),
    notes: recoveries.flatMap(({ notes }) => notes),
  };
}

/** The results of the kills on one engine. */
interface Tally {
  readonly engine: Engine;
  kills: number;
  answered: number;
  checked: number;
  lost: number;
  revived: number;
  /** Milliseconds from the start of the killed processes until every node was ready. */
  readonly recoveries: number[];
  /** How long the nodes took to start before the first kill. */
  startMilliseconds: number;
  /** By what was killed, the longest time in which every node was ready. With the database: once that is back. */
  readonly slowest: { node: number; database: number };
  readonly violations: string[];
}

function newTally(engine: Engine): Tally {
  return {
    engine,
    kills: 0,
    answered: 0,
    checked: 0,
    lost: 0,
    revived: 0,
    recoveries: [],
    startMilliseconds: 0,
    slowest: { node: 0, database: 0 },
    violations: [],
  };
}

function tableOf(tallies: readonly Tally[]) {
  return {
    columns: [
      "engine",
      "nodes",
      "kills",
      "calls answered",
      "looked at afterwards",
      "lost",
      "revived",
      "recovery, ms: median / slowest",
    ],
    rows: tallies.map((tally) => [
      tally.engine,
      nodeCounts[tally.engine],
      tally.kills,
      tally.answered,
      tally.checked,
      tally.lost,
      tally.revived,
      medianAndSlowest(tally.recoveries),
    ]),
  };
}

function medianAndSlowest(milliseconds: readonly number[]): string {
  return `${median(milliseconds).toFixed(0)} / ${Math.max(0, ...milliseconds).toFixed(0)}`;
}

async function killOn(tally: Tally, rounds: number, progress: FaultOptions["progress"]): Promise<void> {
  await using stage = await openStage(tally.engine, { people: crewPeople });
  await using nodes = await startNodes(nodeCounts[tally.engine], stage);
  tally.startMilliseconds = nodes.startMilliseconds;
  using ledger = new Ledger<LedgerEntry>(join(stage.folder, "ledger.jsonl"));
  const crew = await makeCrew(nodes.urls);
  const plan = { leastAnswered, pauseMilliseconds: workPauses[sizeOf(kills, rounds)] };
  const anyUrl = () => nodes.urls[Math.floor(Math.random() * nodes.urls.length)] ?? "";
  for (let round = 1; round <= rounds; round += 1) {
    const victim = victimOf(stage, round);
    progress(`${tally.engine}, kill ${round}: ${victim}`);
    await workAndKill({ stage, nodes: nodes.all, crew, work: new Work(ledger, round, plan), victim }, tally);
    const entries = ledger.read();
    const now = entries.filter((entry) => entry.round === round);
    note(tally, await checkRound(promisesIn(now), anyUrl));
    note(tally, await checkNothingRevived(pastPromises(entries, round), anyUrl));
    tally.answered += now.filter(({ answer }) => answer !== undefined).length;
  }
  note(tally, await checkNothingRevived(pastPromises(ledger.read(), rounds + 1, allOfThem), anyUrl));
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
  readonly crew: Crew;
  readonly work: Work;
  readonly victim: Victim;
}

async function workAndKill({ stage, nodes, crew, work, victim }: Round, tally: Tally): Promise<void> {
  const ended = work.untilCutOff(crew);
  await work.untilAnswered();
  await sleep(Math.random() * 200);
  const killed = victim === "node" ? nodes.slice(0, 1) : victim === "everything" ? nodes : [];
  const database = victim === "node" ? undefined : stage.postgres;
  await Promise.all([...killed.map((node) => node.kill()), database?.kill()]);
  tally.kills += 1;
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
  work.stop();
  tally.violations.push(...(await ended).map((problem) => `${tally.engine}: ${problem}`));
}

function note(tally: Tally, { lost, revived, checked }: Differences): void {
  tally.checked += checked;
  tally.lost += lost.length;
  tally.revived += revived.length;
  tally.violations.push(...[...lost, ...revived].map((difference) => `${tally.engine}: ${difference}`));
}
