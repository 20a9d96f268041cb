import type { Failover, Loss } from "../failover/fail-over.ts";
import type { Member } from "./member.ts";
import type { PatroniCluster } from "./patroni-cluster.ts";

/** A way in which a cluster loses its leader. */
export interface LeaderLoss extends Loss {
  begin(leader: Member): Promise<void> | void;
  /** After the promotion; Patroni makes a standby of the old leader. */
  end(leader: Member): Promise<void> | void;
}

/** The losses, in the order in which they are tried. */
export const leaderLosses: readonly LeaderLoss[] = [
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
export async function leaderFailover(cluster: PatroniCluster, loss: LeaderLoss): Promise<Failover> {
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
