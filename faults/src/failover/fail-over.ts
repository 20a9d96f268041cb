import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../until.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import type { LinkedPair } from "./linked-pair.ts";
import type { PrimaryLoss } from "./primary-loss.ts";

/** How long a failover manager takes to notice; a node has to notice within this time that it cannot serve. */
const noticeMilliseconds = 3500;

/** What a failover showed. Times in milliseconds. */
export interface FailoverResult {
  /** From the promotion until every node wrote again. */
  readonly writesAfter: number;
  /** Nodes that said that they were ready although no server could be used. */
  readonly falselyReady: number;
  /** Whether the replaced primary acknowledged a commit that the new one does not have. */
  readonly isSplit: boolean;
}

/** What a failover needs to know about the nodes. */
export interface FailoverScene {
  readonly stage: LinkedPair;
  readonly nodes: readonly NodeProcess[];
  /** Whether a node writes. */
  readonly writes: (node: NodeProcess) => Promise<boolean>;
}

/** Takes the primary away, promotes the standby as a failover manager does, and lets the old primary live again. */
export async function failOver(
  { stage, nodes, writes }: FailoverScene,
  loss: PrimaryLoss,
): Promise<FailoverResult> {
  await loss.begin(stage);
  await sleep(noticeMilliseconds);
  const ready = await Promise.all(nodes.map((node) => node.isReady()));
  const falselyReady = loss.endsService ? ready.filter(Boolean).length : 0;
  const stopped = loss.stopsNode === true ? nodes[0] : undefined;
  stopped?.signal("SIGSTOP");
  await stage.pair.promote();
  const promotedAt = performance.now();
  const writeAgain = (some: readonly NodeProcess[]) =>
    Promise.all(some.map((node) => until("a node writes again", () => writes(node))));
  await writeAgain(nodes.filter((node) => node !== stopped));
  stopped?.signal("SIGCONT");
  await writeAgain(nodes);
  const writesAfter = performance.now() - promotedAt;
  await loss.revive?.(stage);
  const isSplit = loss.revive !== undefined && (await stage.acknowledgesAlone());
  await Promise.all(nodes.map((node) => node.ready()));
  return { writesAfter, falselyReady, isSplit };
}

/** Makes the old primary the standby of the new one, as a failover manager does. */
export async function restore(stage: LinkedPair, nodes: readonly NodeProcess[]): Promise<void> {
  stage.mend();
  await stage.pair.rejoin();
  await Promise.all(nodes.map((node) => node.ready()));
}
