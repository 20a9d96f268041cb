import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { failOver, issuesTokens } from "../failover/fail-over.ts";
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
  await using cleanup = new AsyncDisposableStack();
  const [folder, clusterFolder] = ["sop-nodes-", "sop-patroni-"].map((prefix) => {
    const made = mkdtempSync(join(tmpdir(), prefix));
    cleanup.defer(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }) as [string, string];
  const cluster = cleanup.use(await PatroniCluster.start(clusterFolder));
  const addresses = cluster.addresses;
  await applySeed({ database: addresses[1], folder }, { people: crewPeople, teams: 2 });
  await using running = await startNodes(2, { database: addresses[0], folder }, (index) => ({
    database: addresses[index] ?? "",
  }));
  const { all: nodes, urls, startMilliseconds } = running;
  using scene = await openLedgerScene(folder, urls);
  return await loseInTurn(
    {
      losses: leaderLosses,
      startMilliseconds,
      rounds,
      progress,
      async lose(tally, round) {
        const steps = await leaderFailover(cluster, tally.loss);
        await tally.ledger.breakAtWork(scene, round, async () => {
          tally.add(await failOver({ nodes, writes: issuesTokens, ...steps }, tally.loss));
        });
      },
    },
    async (tally) => tally?.ledger.checkAll(scene),
  );
}
