import { sql } from "kysely";
import type { TestPlatform } from "./test-platform.ts";

/** How many transactions of a PostgreSQL database wait for another one. */
export async function waitingForLocks({ database }: TestPlatform): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database.reader.kysely);
  return rows[0]?.count ?? 0;
}
