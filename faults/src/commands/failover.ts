import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sizeOf, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { failOver, restore, type FailoverResult } from "../failover/fail-over.ts";
import { LinkedPair } from "../failover/linked-pair.ts";
import {
  LedgerLossTally,
  outcomeOfLosses,
  writesLeniency,
  type LedgerScene,
} from "../failover/loss-tally.ts";
import { inTurn, primaryAndNodeLosses, type PrimaryLoss } from "../failover/primary-loss.ts";
import { HistoryRecorder } from "../histories/history-recorder.ts";
import { judgeHistory } from "../histories/judge-history.ts";
import { askEveryNode, runLoad, type LoadPlan } from "../histories/run-load.ts";
import { Ledger, type LedgerEntry } from "../ledger/ledger.ts";
import { crewPeople, makeCrew, workPauses } from "../ledger/work.ts";
import { askForTeamToken, typeOf } from "../ledger/platform-calls.ts";
import { until } from "../until.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { startNodes, type Nodes } from "../nodes/start-nodes.ts";
import { applySeed } from "../seed/apply-seed.ts";
import { teamCredentials } from "../seed/declaration.ts";

const history = { clients: 4, watchers: 4, operations: 400, before: 80 } as const;
/** The team that shows whether a node writes; the ledger and the histories have teams of their own. */
const probedTeam = 1;
const firstHistoryTeam = 2;

/** `failover`: a standby takes over from the primary, and nothing that was acknowledged is lost or revived. */
export const failover: FaultCommand = {
  name: "failover",
  says: "Takes the primary from 2 nodes at work and promotes its standby, also while the old one lives on: nothing is lost or revived, writes are back within 10 s",
  unit: "failovers, with the ways to lose a primary in turn",
  rounds: { full: 50, smoke: 2 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  if (!engines.includes("postgres")) return { rows: [], violations: [], notes: ["SQLite has no standby"] };
  const folder = mkdtempSync(join(tmpdir(), "sop-failover-"));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rmSync(folder, { recursive: true, force: true }));
  await using stage = await LinkedPair.start();
  const server = { database: stage.address, folder };
  await applySeed(server, { people: crewPeople, teams: firstHistoryTeam + rounds });
  await using nodes = await startNodes(2, server);
  using ledger = new Ledger<LedgerEntry>(join(folder, "ledger.jsonl"));
  const pauseMilliseconds = workPauses[sizeOf(failover, rounds)];
  const { urls } = nodes;
  const scene: LedgerScene = { ledger, crew: await makeCrew(urls), pauseMilliseconds };
  const leniency = writesLeniency(rounds, nodes.startMilliseconds);
  const rows = primaryAndNodeLosses.map((loss) => new PlatformTally(loss, leniency));
  for (const [index, tally] of inTurn(rows, rounds).entries()) {
    progress(`failover ${index + 1} of ${rounds}: the primary ${tally.loss.name}`);
    const team = teamCredentials(firstHistoryTeam + index);
    const historyScene = { stage, nodes, team, pauseMilliseconds };
    await tally.failOverAtWork(scene, index + 1, () => failOverWithHistory(historyScene, tally));
    await restore(stage, nodes.all);
  }
  await rows[0]?.ledger.checkAll(ledger, urls);
  return outcomeOfLosses(rows, ({ ledger: { cells }, operations, stale }) => {
    return { ...cells, "operations in histories": operations, "stale accepts": stale };
  });
}

class PlatformTally extends LedgerLossTally<PrimaryLoss> {
  operations = 0;
  stale = 0;
}

interface HistoryScene {
  readonly stage: LinkedPair;
  readonly nodes: Nodes;
  readonly team: LoadPlan["team"];
  readonly pauseMilliseconds: number;
}

/** Records a linearizability history of one team's token across a failover. */
async function failOverWithHistory(
  { stage, nodes, team, pauseMilliseconds }: HistoryScene,
  tally: PlatformTally,
): Promise<FailoverResult> {
  const recorder = new HistoryRecorder();
  let isOver = false;
  const goesOn = () => !isOver;
  const plan: LoadPlan = { urls: nodes.urls, team, codes: [], ...history, pauseMilliseconds, goesOn };
  const load = runLoad(plan, recorder);
  await Promise.race([load, until("calls are answered", () => recorder.answered >= history.before)]);
  const failingOver = failOver({ stage, nodes: nodes.all, writes }, tally.loss);
  const result = await failingOver.finally(() => (isOver = true));
  await load;
  await askEveryNode(plan, recorder);
  const { staleAccepts, violations } = judgeHistory(recorder);
  tally.operations += recorder.answered;
  tally.stale += staleAccepts;
  tally.problems.push(...violations);
  return result;
}

async function writes({ url }: NodeProcess): Promise<boolean> {
  return typeOf(await askForTeamToken(url, probedTeam)) === "";
}
