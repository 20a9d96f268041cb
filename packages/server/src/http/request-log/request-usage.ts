import { prepareQuery } from "@survey-open-platform/database";
import { sql } from "kysely";
import {
  databaseNow,
  keptMilliseconds,
  nowMs,
  type LoggedApplication,
  type RequestLogQueries,
} from "./request-lines.ts";
import type { RequestLogSchema } from "./request-log-schema.ts";

/** Calls are counted by quarters of an hour: the days and hours of every zone begin with one. */
export const quarterMilliseconds = 900_000;

/** Numbers of calls. */
export interface CallCounts {
  readonly served: number;
  readonly refused: number;
  /** Calls of both kinds that have no line in the log. */
  readonly withoutLine: number;
}

/** Calls of one application that are still to be added. */
export interface NewUsage extends CallCounts {
  readonly applicationId: number;
}

const addOne = prepareQuery<RequestLogSchema, NewUsage & { readonly startedAt: number }>()((db, param) =>
  db
    .insertInto("request_usage")
    .values({
      application_id: param("applicationId"),
      started_at: param("startedAt"),
      served: param("served"),
      refused: param("refused"),
      without_line: param("withoutLine"),
    })
    .onConflict((conflict) =>
      conflict.columns(["application_id", "started_at"]).doUpdateSet({
        served: sql<number>`request_usage.served + excluded.served`,
        refused: sql<number>`request_usage.refused + excluded.refused`,
        without_line: sql<number>`request_usage.without_line + excluded.without_line`,
      }),
    ),
);

/** Adds calls to the counts of this quarter of an hour. */
export async function addUsage(transaction: RequestLogQueries, usages: readonly NewUsage[]): Promise<void> {
  const startedAt = startOfQuarter(await databaseNow(transaction.kysely));
  // In one order on every node, so that two of them do not wait for each other.
  const ordered = usages.toSorted((one, other) => one.applicationId - other.applicationId);
  for (const usage of ordered) await transaction.run(addOne, { ...usage, startedAt });
}

export function startOfQuarter(at: number): number {
  return at - (at % quarterMilliseconds);
}

/** The counts of one quarter of an hour. */
export interface QuarterUsage extends CallCounts {
  readonly startedAt: number;
}

/** What the calls of an application were, with the moment at which this was read. */
export interface Usage {
  readonly now: number;
  /** Those in which there were calls, the oldest first. */
  readonly quarters: readonly QuarterUsage[];
}

/** Reads what is known of the calls of an application. */
export async function readUsage(
  { kysely }: RequestLogQueries,
  { id, createdAt }: LoggedApplication,
): Promise<Usage> {
  const now = await databaseNow(kysely);
  const quarters = await kysely
    .selectFrom("request_usage")
    .select(["started_at as startedAt", "served", "refused", "without_line as withoutLine"])
    .where("application_id", "=", id)
    .where("started_at", ">=", startOfQuarter(createdAt))
    .where("started_at", ">", now - keptMilliseconds)
    .orderBy("started_at")
    .execute();
  return { now, quarters };
}

const rowsPerStep = 1000;

/** Deletes some counts that are older than a week. @returns how many; 0 when none is left to delete */
export async function deleteOldUsage({ kysely }: RequestLogQueries): Promise<number> {
  const isOld = sql<number>`${nowMs} - ${sql.lit(keptMilliseconds)}`;
  const old = kysely
    .selectFrom("request_usage")
    .select("started_at")
    .where("started_at", "<=", isOld)
    .orderBy("started_at")
    .limit(rowsPerStep);
  const { numDeletedRows } = await kysely
    .deleteFrom("request_usage")
    .where("started_at", "in", old)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
