import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { failOver, restore } from "../failover/fail-over.ts";
import { LinkedPair } from "../failover/linked-pair.ts";
import { lossColumns, LossTally } from "../failover/loss-tally.ts";
import { inTurn, primaryLosses } from "../failover/primary-loss.ts";
import { HistoryRecorder } from "../histories/history-recorder.ts";
import { judgeHistory } from "../histories/judge-history.ts";
import { askEveryNode, runLoad, type LoadPlan } from "../histories/run-load.ts";
import { checkNothingRevived, checkRound, type Differences } from "../ledger/check-promises.ts";
import { crewPeople, makeCrew } from "../ledger/crew.ts";
import type { LedgerEntry } from "../ledger/entry.ts";
import { Ledger } from "../ledger/ledger.ts";
import { pastPromises } from "../ledger/past-promises.ts";
import { askForTeamToken, typeOf } from "../ledger/platform-calls.ts";
import { promisesIn } from "../ledger/promises.ts";
import { Work, type Crew } from "../ledger/work.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { startNodes, type Nodes } from "../nodes/start-nodes.ts";
import { applySeed } from "../seed/apply-seed.ts";
import { teamCredentials } from "../seed/declaration.ts";

/** Successful calls of each kind before the loss. */
const leastAnswered = 2;
const history = { clients: 4, operations: 400, before: 80 } as const;
/** The team that shows whether a node writes; the ledger and the histories have teams of their own. */
const probedTeam = 1;
const firstHistoryTeam = 2;
const allOfThem = 1_000_000;

/** `failover`: a standby takes over from the primary, and nothing that was acknowledged is lost or revived. */
export const failover: FaultCommand = {
  name: "failover",
  says: "Takes the primary from 2 nodes at work and promotes its standby, also while the old one lives on: nothing is lost or revived, writes are back within 10 s",
  unit: "failovers, with the ways to lose a primary in turn",
  rounds: { full: 40, smoke: 2 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  if (!engines.includes("postgres")) return onPostgresOnly;
  const folder = mkdtempSync(join(tmpdir(), "sop-failover-"));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  const losses = inTurn(primaryLosses, rounds);
  await using stage = await LinkedPair.start();
  const server = { database: stage.address, folder };
  await applySeed(server, { people: crewPeople, teams: firstHistoryTeam + losses.length });
  await using nodes = await startNodes(2, server);
  using ledger = new Ledger<LedgerEntry>(join(folder, "ledger.jsonl"));
  const scene: Scene = { stage, nodes, ledger, crew: await makeCrew(nodes.urls) };
  const rows = primaryLosses.map((loss) => new PlatformTally(loss));
  for (const [index, loss] of losses.entries()) {
    progress(`failover ${index + 1} of ${losses.length}: the primary ${loss.name}`);
    const tally = rows.find((row) => row.loss === loss);
    if (tally !== undefined) await failOverAtWork(scene, index + 1, tally);
  }
  note(rows[0], await checkNothingRevived(pastPromises(ledger.read(), Infinity, allOfThem), anyUrlOf(nodes)));
  return outcomeOf(rows);
}

const onPostgresOnly: Outcome = {
  table: { columns: [], rows: [] },
  violations: [],
  notes: ["SQLite has no standby"],
};

interface Scene {
  readonly stage: LinkedPair;
  readonly nodes: Nodes;
  readonly ledger: Ledger<LedgerEntry>;
  readonly crew: Crew;
}

class PlatformTally extends LossTally {
  answered = 0;
  operations = 0;
  checked = 0;
  lost = 0;
  revived = 0;
  stale = 0;
}

function outcomeOf(rows: readonly PlatformTally[]): Outcome {
  const verdicts = rows.map(({ verdict }) => verdict);
  return {
    table: {
      columns: [
        "the primary",
        ...lossColumns,
        "calls answered",
        "looked at afterwards",
        "lost",
        "revived",
        "operations in histories",
        "stale accepts",
      ],
      rows: rows
        .filter(({ count }) => count > 0)
        .map((row) => [
          row.loss.name,
          ...row.cells,
          row.answered,
          row.checked,
          row.lost,
          row.revived,
          row.operations,
          row.stale,
        ]),
    },
    violations: verdicts.flatMap(({ violations }) => violations),
    notes: verdicts.flatMap(({ notes }) => notes),
  };
}

function anyUrlOf({ urls }: Nodes): () => string {
  return () => urls[Math.floor(Math.random() * urls.length)] ?? "";
}

async function failOverAtWork(scene: Scene, round: number, tally: PlatformTally): Promise<void> {
  const { stage, nodes, ledger, crew } = scene;
  const anyUrl = anyUrlOf(nodes);
  const work = new Work(ledger, round);
  const ended = work.untilCutOff(crew);
  while (work.least < leastAnswered) await sleep(5);
  const recorder = new HistoryRecorder();
  const plan: LoadPlan = {
    urls: nodes.urls,
    team: teamCredentials(firstHistoryTeam + round - 1),
    codes: [],
    ...history,
  };
  const load = runLoad(plan, recorder);
  while (recorder.answered < history.before) await sleep(5);
  tally.add(await failOver({ stage, nodes: nodes.all, writes }, tally.loss));
  work.stop();
  tally.problems.push(...(await ended));
  await load;
  await askEveryNode(plan, recorder);
  judge(recorder, tally);
  const entries = ledger.read();
  const now = entries.filter((entry) => entry.round === round);
  tally.answered += now.filter(({ answer }) => answer !== undefined).length;
  note(tally, await checkRound(promisesIn(now), anyUrl));
  note(tally, await checkNothingRevived(pastPromises(entries, round), anyUrl));
  await restore(stage, nodes.all);
}

async function writes({ url }: NodeProcess): Promise<boolean> {
  return typeOf(await askForTeamToken(url, probedTeam)) === "";
}

function judge(recorder: HistoryRecorder, tally: PlatformTally): void {
  const { staleAccepts, violations } = judgeHistory(recorder);
  tally.operations += recorder.answered;
  tally.stale += staleAccepts;
  tally.problems.push(...violations);
}

function note(tally: PlatformTally | undefined, { lost, revived, checked }: Differences): void {
  if (tally === undefined) return;
  tally.checked += checked;
  tally.lost += lost.length;
  tally.revived += revived.length;
  tally.problems.push(...lost, ...revived);
}
