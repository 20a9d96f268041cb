import type { Engine } from "@survey-open-platform/database";
import { sql, type RawBuilder } from "kysely";
import { nowMs } from "./queries.ts";

/** Whether no process has a row that is leased, by the database's clock. @param column such as `w.leased_until` */
export function isLeaseFree(column: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} <= ${nowMs}`;
}

/** When a lease ends that is taken or renewed now. */
export function leasedFor(milliseconds: number): RawBuilder<number> {
  return sql<number>`${nowMs} + ${sql.lit(milliseconds)}`;
}

/** The end of a statement that selects what a process takes: of several that want the same row, one gets it and none waits. */
export function skipLocked(engine: Engine): RawBuilder<unknown> {
  // SQLite has one writer, and no such clause.
  return engine === "postgres" ? sql`for update skip locked` : sql``;
}
