import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import {
  LedgerLossTally,
  outcomeOfLosses,
  writesLeniency,
  type LedgerScene,
} from "../failover/loss-tally.ts";
import { inTurn } from "../failover/primary-loss.ts";
import { crewPeople, makeCrew } from "../ledger/work.ts";
import { Ledger, type LedgerEntry } from "../ledger/ledger.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { failOverByPatroni, leaderLosses } from "../patroni/leader-loss.ts";
import { PatroniCluster, whyNoPatroni } from "../patroni/patroni-cluster.ts";
import { applySeed } from "../seed/apply-seed.ts";

/** `failover-patroni`: the cluster of `deploy/postgres-ha` fails over by itself, and nothing that was acknowledged is lost or revived. */
export const failoverPatroni: FaultCommand = {
  name: "failover-patroni",
  says: "Takes the primary of the Patroni cluster in deploy/postgres-ha from 2 nodes at work, one of them by way of PgBouncer: nothing is lost or revived",
  unit: "failovers, with the ways to lose a primary in turn",
  rounds: { full: 9, smoke: 3 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  if (!engines.includes("postgres")) return { rows: [], violations: [], notes: ["SQLite has no standby"] };
  const missing = whyNoPatroni();
  if (missing !== undefined) return { rows: [], violations: [missing], notes: [] };
  await using cleanup = new AsyncDisposableStack();
  const [folder, clusterFolder] = ["sop-nodes-", "sop-patroni-"].map((prefix) => {
    const made = mkdtempSync(join(tmpdir(), prefix));
    cleanup.defer(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }) as [string, string];
  const cluster = cleanup.use(await PatroniCluster.start(clusterFolder));
  const [direct, pooled] = cluster.addresses;
  await applySeed({ database: pooled, folder }, { people: crewPeople, teams: 2 });
  await using one = await startNodes(1, { database: direct, folder });
  await using other = await startNodes(1, { database: pooled, folder });
  const nodes = [...one.all, ...other.all];
  using ledger = new Ledger<LedgerEntry>(join(folder, "ledger.jsonl"));
  const urls = nodes.map(({ url }) => url);
  const scene: LedgerScene = { ledger, crew: await makeCrew(urls) };
  const leniency = writesLeniency(rounds, Math.max(one.startMilliseconds, other.startMilliseconds));
  const rows = leaderLosses.map((loss) => new LedgerLossTally(loss, leniency));
  for (const [index, tally] of inTurn(rows, rounds).entries()) {
    progress(`failover ${index + 1} of ${rounds}: the primary ${tally.loss.name}`);
    const failOver = () => failOverByPatroni({ cluster, nodes }, tally.loss);
    await tally.failOverAtWork(scene, index + 1, failOver);
    await Promise.all(nodes.map((node) => node.ready()));
  }
  await rows[0]?.ledger.checkAll(ledger, urls);
  return outcomeOfLosses(rows, (row) => row.ledger.cells);
}
