import { setTimeout as sleep } from "node:timers/promises";
import { until } from "../until.ts";
import { askForTeamToken, typeOf } from "../ledger/platform-calls.ts";
import type { NodeProcess } from "../nodes/node-process.ts";

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

/** A way in which a database loses its primary, or two servers take themselves for it. */
export interface Loss {
  readonly name: string;
  /** Whether the nodes can use no server until the standby is promoted. */
  readonly endsService: boolean;
  /** Whether a node is stopped (SIGSTOP) from before the promotion until another one writes again. */
  readonly stopsNode?: boolean;
}

/** What happens to the servers of the database. */
export interface Failover {
  /** Takes the primary away. */
  readonly begin: () => Promise<void> | void;
  /** Resolves when the standby is promoted. */
  readonly promote: () => Promise<void>;
  /** Lets the old primary live again. @returns whether it acknowledges a commit alone */
  readonly revive: () => Promise<boolean>;
}

/** Takes the primary away, waits for the promotion, and lets the old primary live again. */
export async function failOver(
  nodes: readonly NodeProcess[],
  failover: Failover,
  loss: Loss,
): Promise<FailoverResult> {
  await failover.begin();
  await sleep(noticeMilliseconds);
  const ready = await Promise.all(nodes.map((node) => node.isReady()));
  const falselyReady = loss.endsService ? ready.filter(Boolean).length : 0;
  const stopped = loss.stopsNode === true ? nodes[0] : undefined;
  stopped?.signal("SIGSTOP");
  await failover.promote();
  const promotedAt = performance.now();
  await writeAgain(nodes.filter((node) => node !== stopped));
  stopped?.signal("SIGCONT");
  await writeAgain(nodes);
  const writesAfter = performance.now() - promotedAt;
  const isSplit = await failover.revive();
  await Promise.all(nodes.map((node) => node.ready()));
  return { writesAfter, falselyReady, isSplit };
}

async function writeAgain(nodes: readonly NodeProcess[]): Promise<void> {
  await Promise.all(nodes.map((node) => until("a node writes again", () => writes(node))));
}

async function writes({ url }: NodeProcess): Promise<boolean> {
  return typeOf(await askForTeamToken(url, probedTeam)) === "";
}

/** The team that shows whether a node writes; ledgers and histories have teams of their own. */
const probedTeam = 1;
