import type { NodeProcess } from "../nodes/node-process.ts";
import type { Failover, Loss } from "./fail-over.ts";
import type { LinkedPair } from "./linked-pair.ts";

/** A {@link Loss} of a pair of servers. */
export interface PrimaryLoss extends Loss {
  begin(stage: LinkedPair): Promise<void> | void;
  /** After the promotion: the old primary lives again, beside the new one. */
  revive?(stage: LinkedPair): Promise<void> | void;
}

const livesOn: PrimaryLoss = {
  name: "lives on, without its standby",
  endsService: false,
  begin: (stage) => stage.separate(),
  revive: () => undefined,
};

/** The losses, in the order in which they are tried. */
export const primaryLosses: readonly PrimaryLoss[] = [
  livesOn,
  {
    name: "frozen (SIGSTOP), wakes up later",
    endsService: true,
    begin: ({ pair }) => pair.primary.pause(),
    revive: ({ pair }) => pair.standby.resume(),
  },
  {
    name: "cut off, back later",
    endsService: true,
    begin: (stage) => stage.isolate(),
    revive: (stage) => stage.mend(),
  },
  {
    name: "killed (SIGKILL)",
    endsService: true,
    begin: ({ pair }) => pair.primary.kill(),
  },
  {
    ...livesOn,
    name: "lives on, and a node is stopped (SIGSTOP) until another one writes",
    stopsNode: true,
  },
];

/** The failover of a pair, whose standby is promoted as a failover manager does. */
export function failoverOf(stage: LinkedPair, loss: PrimaryLoss): Failover {
  return {
    begin: () => loss.begin(stage),
    promote: () => stage.pair.promote(),
    async revive() {
      if (loss.revive === undefined) return false;
      await loss.revive(stage);
      return await stage.acknowledgesAlone();
    },
  };
}

/** Makes the old primary the standby of the new one, as a failover manager does. */
export async function restore(stage: LinkedPair, nodes: readonly NodeProcess[]): Promise<void> {
  stage.mend();
  await stage.pair.rejoin();
  await Promise.all(nodes.map((node) => node.ready()));
}
