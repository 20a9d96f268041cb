import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { failOver } from "../failover/fail-over.ts";
import { loseInTurn } from "../failover/loss-tally.ts";
import { openLedgerScene } from "../ledger/ledger-tally.ts";
import { crewPeople } from "../ledger/work.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { leaderFailover, leaderLosses } from "../patroni/leader-losses.ts";
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
  using folder = mkdtempDisposableSync(join(tmpdir(), "sop-nodes-"));
  using clusterFolder = mkdtempDisposableSync(join(tmpdir(), "sop-patroni-"));
  await using cluster = await PatroniCluster.start(clusterFolder.path);
  const [direct, pooled] = cluster.addresses;
  const server = { database: direct, folder: folder.path };
  await applySeed({ ...server, database: pooled }, { people: crewPeople, teams: 2 });
  await using nodes = await startNodes(2, server, (index) => (index === 1 ? { database: pooled } : {}));
  const { all, urls, startMilliseconds } = nodes;
  using scene = await openLedgerScene(folder.path, urls);
  return await loseInTurn({
    losses: leaderLosses,
    startMilliseconds,
    rounds,
    progress,
    scene,
    lose: async ({ loss }) => failOver(all, await leaderFailover(cluster, loss), loss),
  });
}
