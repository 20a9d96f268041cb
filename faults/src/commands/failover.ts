import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { failOver, type FailoverResult } from "../failover/fail-over.ts";
import { LinkedPair } from "../failover/linked-pair.ts";
import { loseInTurn, type LossTally } from "../failover/loss-tally.ts";
import { failoverOf, primaryLosses, restore, type PrimaryLoss } from "../failover/primary-losses.ts";
import { HistoryRecorder, judgeHistory } from "../histories/history-recorder.ts";
import { askEveryNode, runLoad, type LoadPlan } from "../histories/run-load.ts";
import { openLedgerScene, pausesOf } from "../ledger/ledger-tally.ts";
import { crewPeople } from "../ledger/work.ts";
import { startNodes, type Nodes } from "../nodes/start-nodes.ts";
import { applySeed } from "../seed/apply-seed.ts";
import { until } from "../until.ts";

const history = { clients: 4, watchers: 4, operations: 400, before: 80 } as const;
/** The teams before it are that of the ledger, and the probed one. */
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
  await using stage = await LinkedPair.start();
  using folder = mkdtempDisposableSync(join(tmpdir(), "sop-failover-"));
  const server = { database: stage.address, folder: folder.path };
  await applySeed(server, { people: crewPeople, teams: firstHistoryTeam + rounds });
  await using nodes = await startNodes(2, server);
  const pauseMilliseconds = pausesOf(failover, rounds);
  using scene = await openLedgerScene(folder.path, nodes.urls, pauseMilliseconds);
  const { startMilliseconds } = nodes;
  return await loseInTurn({
    losses: primaryLosses,
    startMilliseconds,
    rounds,
    progress,
    scene,
    lose(tally, round) {
      const team = firstHistoryTeam + round - 1;
      return failOverWithHistory({ stage, nodes, team, pauseMilliseconds }, tally);
    },
    restore: () => restore(stage, nodes.all),
  });
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
  tally: LossTally<PrimaryLoss>,
): Promise<FailoverResult> {
  const recorder = new HistoryRecorder();
  let isOver = false;
  const goesOn = () => !isOver;
  const plan: LoadPlan = { urls: nodes.urls, team, codes: [], ...history, pauseMilliseconds, goesOn };
  const load = runLoad(plan, recorder);
  await Promise.race([load, until("calls are answered", () => recorder.answered >= history.before)]);
  const steps = failoverOf(stage, tally.loss);
  const result = await failOver(nodes.all, steps, tally.loss).finally(() => (isOver = true));
  await load;
  await askEveryNode(plan, recorder);
  const { staleAccepts, violations } = judgeHistory(recorder);
  tally.count("operations in histories", recorder.answered);
  tally.count("stale accepts", staleAccepts);
  tally.ledger.problems.push(...violations);
  return result;
}
