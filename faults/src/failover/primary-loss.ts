import type { LinkedPair } from "./linked-pair.ts";

/** A way in which a database loses its primary, or two servers take themselves for it. */
export interface PrimaryLoss {
  readonly name: string;
  /** Whether the nodes can use no server until the standby is promoted. */
  readonly endsService: boolean;
  begin(stage: LinkedPair): Promise<void> | void;
  /** Whether a node is stopped (SIGSTOP) from before the promotion until another one writes again. */
  readonly stopsNode?: boolean;
  /** After the promotion: the old primary lives again, beside the new one. */
  revive?(stage: LinkedPair): Promise<void> | void;
}

/** The losses, in the order in which they are tried. */
export const primaryLosses: readonly PrimaryLoss[] = [
  {
    name: "lives on, without its standby",
    endsService: false,
    begin: (stage) => stage.separate(),
    revive: () => undefined,
  },
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
];

/** These, and one during which a node is stopped: its callers get no response, which those of a hub would count as failed. */
export const primaryAndNodeLosses: readonly PrimaryLoss[] = [
  ...primaryLosses,
  {
    name: "lives on, and a node is stopped (SIGSTOP) until another one writes",
    endsService: false,
    stopsNode: true,
    begin: (stage) => stage.separate(),
    revive: () => undefined,
  },
];

/** Takes one thing after the other, and then the first again. */
export function inTurn<Thing>(things: readonly Thing[], count: number): readonly Thing[] {
  return Array.from({ length: Math.ceil(count / things.length) }, () => things)
    .flat()
    .slice(0, count);
}
