import type { Engine } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { SurveyQueries } from "./queries.ts";

/**
 * Makes what takes former states of waiting answers to anonymous surveys out of PostgreSQL's files: an update leaves the row as it was in the
 * table, and two states, one after the other, say which answer came between them. SQLite overwrites them itself.
 *
 * @returns rewrites the table if it was changed since the last time; not to be called in a transaction
 */
export function waitingAnswersRewriter({ kysely }: SurveyQueries, engine: Engine): () => Promise<void> {
  let rewritten: string | undefined;
  return async () => {
    if (engine !== "postgres" || (await stateOfTable(kysely)) === rewritten) return;
    // A plain VACUUM leaves the bytes of former rows in the pages.
    await sql`vacuum (full) anonymous_answers`.execute(kysely);
    rewritten = await stateOfTable(kysely);
  };
}

/** Differs after each change: rows are named by who wrote them and where they are. */
async function stateOfTable(kysely: SurveyQueries["kysely"]): Promise<string> {
  const { rows } = await sql<{ state: string }>`select
    coalesce(string_agg(xmin::text || ctid::text, ' ' order by ctid), '') as state from anonymous_answers`.execute(
    kysely,
  );
  return rows[0]?.state ?? "";
}
