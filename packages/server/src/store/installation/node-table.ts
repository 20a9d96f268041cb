import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** A process that serves the platform, as it describes itself. */
export interface NodeReport {
  /** Random; made when the process starts. */
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** The version of the platform. */
  readonly release: string;
  /** The version of Node. */
  readonly runtime: string;
  /** The time by the clock of the machine, in milliseconds UTC. */
  readonly clock: number;
  /** Lines of the request log that were dropped since the start. */
  readonly linesDropped: number;
}

/** A process that has served in the last hour. */
export interface ServingNode extends Omit<NodeReport, "clock"> {
  /** By how many milliseconds the clock of the machine is ahead of that of the database. */
  readonly clockAhead: number;
  readonly startedAt: number;
  readonly seenAt: number;
  /** Whether it has reported lately. One that was stopped does not. */
  readonly isServing: boolean;
}

/** How often a process is to report. */
export const reportEveryMilliseconds = 60_000;
const servingForMilliseconds = 3 * reportEveryMilliseconds;
const keptForMilliseconds = 3_600_000;
const listedNodes = 200;

/** Records that a process serves. */
export async function reportNode({ kysely }: StoreQueries, report: NodeReport): Promise<void> {
  const { clock, linesDropped, ...rest } = report;
  const changing = {
    clock_ahead: sql<number>`${clock} - ${nowMs}`,
    lines_dropped: linesDropped,
    seen_at: nowMs,
    expires_at: sql<number>`${nowMs} + ${keptForMilliseconds}`,
  };
  await kysely
    .insertInto("nodes")
    .values({ ...rest, ...changing, started_at: nowMs, knows_choice: 1 })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changing))
    .execute();
}

/** Whether a process was seen within the last hour whose version would show an application more surveys than were chosen for it. */
export async function isOlderNodeSeen({ kysely }: StoreQueries): Promise<boolean> {
  const older = await kysely
    .selectFrom("nodes")
    .select("id")
    .where("knows_choice", "=", 0)
    .where("expires_at", ">", nowMs)
    .limit(1)
    .executeTakeFirst();
  return older !== undefined;
}

/** The processes that serve, and those that stopped in the last hour; the newest first. */
export async function listNodes({ kysely }: StoreQueries): Promise<readonly ServingNode[]> {
  const rows = await kysely
    .selectFrom("nodes")
    .select(["id", "host", "pid", "release", "runtime"])
    .select(["clock_ahead as clockAhead", "lines_dropped as linesDropped"])
    .select(["started_at as startedAt", "seen_at as seenAt"])
    .select(
      sql<0 | 1>`case when seen_at > ${nowMs} - ${servingForMilliseconds} then 1 else 0 end`.as("serves"),
    )
    .where("expires_at", ">", nowMs)
    .orderBy("started_at", "desc")
    .limit(listedNodes)
    .execute();
  return rows.map(({ serves, ...row }) => ({ ...row, isServing: serves === 1 }));
}
