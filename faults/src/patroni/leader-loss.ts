import { setTimeout as sleep } from "node:timers/promises";
import type { FailoverResult } from "../failover/fail-over.ts";
import { until } from "../until.ts";
import { askForTeamToken, typeOf } from "../ledger/platform-calls.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import type { Member } from "./member.ts";
import type { PatroniCluster } from "./patroni-cluster.ts";

/** A way in which a cluster loses its leader. */
export interface LeaderLoss {
  readonly name: string;
  /** Whether the nodes can use no server until the standby is promoted. */
  readonly endsService: boolean;
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

/** A node has to notice within this time that it cannot serve. */
const noticeMilliseconds = 3500;
const probedTeam = 1;

/** Takes the leader away and waits until Patroni has promoted the standby and the nodes write to it. */
export async function failOverByPatroni(
  { cluster, nodes }: { readonly cluster: PatroniCluster; readonly nodes: readonly NodeProcess[] },
  loss: LeaderLoss,
): Promise<FailoverResult> {
  const { primary: old, standby } = await cluster.roles();
  await loss.begin(old);
  await sleep(noticeMilliseconds);
  const ready = await Promise.all(nodes.map((node) => node.isReady()));
  const falselyReady = loss.endsService ? ready.filter(Boolean).length : 0;
  await cluster.until("Patroni promotes the standby", () => cluster.isPrimary(standby));
  const promotedAt = performance.now();
  await Promise.all(nodes.map((node) => until("a node writes again", () => writes(node))));
  const writesAfter = performance.now() - promotedAt;
  // The old leader still takes itself for one where only its Patroni hangs; otherwise it does not respond.
  const isAliveAlone = !loss.endsService && (await cluster.isPrimary(old));
  const isSplit =
    isAliveAlone && (await cluster.ask(old, "create table written_to_the_old_primary ()")) !== undefined;
  await loss.end(old);
  // A Patroni that takes the leader's key back unasked makes the new primary a standby, and its writes are gone.
  const { primary } = await cluster.roles();
  if (primary === old) throw new Error(`the old leader is the leader again\n${old.log.slice(-3000)}`);
  return { writesAfter, falselyReady, isSplit };
}

async function writes({ url }: NodeProcess): Promise<boolean> {
  return typeOf(await askForTeamToken(url, probedTeam)) === "";
}
