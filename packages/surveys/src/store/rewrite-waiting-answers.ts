import type { Engine } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { SurveyQueries } from "./queries.ts";

/**
 * Makes what takes former states of waiting answers to anonymous surveys out of PostgreSQL's files: an update leaves the row as it was in the
 * table, and two states, one after the other, say which answer came between them. SQLite overwrites them itself.
 *
 * @returns rewrites the table if it was changed since the last time that nothing of before was left; not to be called in a transaction
 */
export function waitingAnswersRewriter({ kysely }: SurveyQueries, engine: Engine): () => Promise<void> {
  let rewritten: string | undefined;
  return async () => {
    if (engine !== "postgres") return;
    // Read before: what changes from here on is another state, and the next time rewrites it.
    const { changes, isHeld } = await stateOfTable(kysely);
    if (changes === rewritten) return;
    // A plain VACUUM leaves the bytes of former rows in the pages.
    await sql`vacuum (full) anonymous_answers`.execute(kysely);
    if (!isHeld) rewritten = changes;
  };
}

interface TableState {
  /** Differs after each change, also one that was undone. Counters begin again with the server, or when they are reset. */
  readonly changes: string;
  /** Whether rows of before stay in the table: something may still see them. Nothing is known where changes are not counted. */
  readonly isHeld: boolean;
}

async function stateOfTable(kysely: SurveyQueries["kysely"]): Promise<TableState> {
  const { rows } = await sql<TableState>`select
    concat_ws(' ', pg_postmaster_start_time(), d.stats_reset, t.n_tup_ins + t.n_tup_upd + t.n_tup_del) as changes,
    not current_setting('track_counts')::boolean
      or exists (select from pg_stat_activity where pid <> pg_backend_pid()
        and coalesce(datname, current_database()) = current_database()
        and (age(backend_xmin) > 0 or age(backend_xid) > 0))
      or exists (select from pg_prepared_xacts where database = current_database())
      or exists (select from pg_replication_slots where age(xmin) > 0) as "isHeld"
    from pg_stat_user_tables as t, pg_stat_database as d
    where t.relid = 'anonymous_answers'::regclass and d.datname = current_database()`.execute(kysely);
  return rows[0] ?? { changes: "", isHeld: true };
}
