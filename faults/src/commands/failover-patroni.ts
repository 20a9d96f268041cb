import { mkdtempDisposableSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { failOver, type Failover, type Loss } from "../failover/fail-over.ts";
import { loseInTurn } from "../failover/loss-tally.ts";
import { openLedgerScene } from "../ledger/ledger-tally.ts";
import { crewPeople } from "../ledger/work.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import type { Member } from "../patroni/member.ts";
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

/** A way in which a cluster loses its leader. */
interface LeaderLoss extends Loss {
  begin(leader: Member): Promise<void> | void;
  /** After the promotion; Patroni makes a standby of the old leader. */
  end(leader: Member): Promise<void> | void;
}

/** The losses, in the order in which they are tried. */
const leaderLosses: readonly LeaderLoss[] = [
  {
    name: "lives on, while its Patroni hangs",
    endsService: false,
    begin: (leader) => leader.suspendPatroni(),
    end: (leader) => leader.wake(),
  },
  {
    name: "frozen (SIGSTOP), wakes up later",
    endsService: true,
    begin: (leader) => leader.freeze(),
    end: (leader) => leader.wake(),
  },
  {
    name: "killed (SIGKILL)",
    endsService: true,
    begin: (leader) => leader.kill(),
    end: (leader) => leader.restart(),
  },
];

/** The failover of a cluster that is whole, whose standby Patroni promotes. */
async function leaderFailover(cluster: PatroniCluster, loss: LeaderLoss): Promise<Failover> {
  const { primary: old, standby } = await cluster.roles();
  return {
    begin: () => loss.begin(old),
    promote: () => cluster.until("Patroni promotes the standby", () => cluster.isPrimary(standby)),
    async revive() {
      // The old leader still takes itself for one where only its Patroni hangs; otherwise it does not respond.
      const isAliveAlone = !loss.endsService && (await cluster.isPrimary(old));
      const isSplit =
        isAliveAlone && (await cluster.ask(old, "create table written_to_the_old_primary ()")) !== undefined;
      await loss.end(old);
      // A Patroni that takes the leader's key back unasked makes the new primary a standby, and its writes are gone.
      const { primary } = await cluster.roles();
      if (primary === old) throw new Error(`the old leader is the leader again\n${old.log.slice(-3000)}`);
      return isSplit;
    },
  };
}
