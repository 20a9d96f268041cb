import { prepareQuery, type Queries, type Steps } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { AuditEntry } from "../audit/audit-entry.ts";
import type { Schema } from "../schema/schema.ts";

/** Queries on the platform's own tables, inside or outside a transaction. */
export interface StoreQueries extends Queries<Schema> {
  /** Where a transaction collects its audit entries until its work is done, see `auditing`. */
  readonly audit?: AuditEntry[];
  /** Whether the platform sends mail: without it, none is written to the outbox. */
  readonly sendsMail?: boolean;
}

/** The statements of a transaction on the platform's own tables, as a generator. */
export type StoreSteps<Result> = Steps<Schema, Result>;

/** The database's own clock: the only one that decides whether something has expired. */
export const nowMs = sql<number>`now_ms()`;

/** What {@link nowMs} is at the moment. */
export async function readTime({ kysely }: StoreQueries): Promise<number> {
  const { now } = await kysely.selectNoFrom(nowMs.as("now")).executeTakeFirstOrThrow();
  return now;
}

/** {@link prepareQuery} on the platform's own tables. */
export const prepare = <Parameters>() => prepareQuery<Schema, Parameters>();
