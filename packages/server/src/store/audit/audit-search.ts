import type { StoredEntry } from "./audit-log-reader.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** One page of the audit log, the newest entries first. */
export interface AuditSearch {
  /** A whole username, action, target or address; "" for all. */
  readonly search: string;
  /** The id that the page begins after. */
  readonly after: number;
  readonly limit: number;
}

const searched = ["actor", "action", "target", "address"] as const;

/** Entries with a text in one of four columns. Each column has an index, so a million entries are no more work than ten. */
export async function searchAudit(
  queries: StoreQueries,
  search: AuditSearch,
): Promise<readonly StoredEntry[]> {
  if (search.search === "") return newest(queries, search).execute();
  const found = new Map<number, StoredEntry>();
  for (const column of searched) {
    const rows = await newest(queries, search).where(column, "=", search.search).execute();
    for (const row of rows) found.set(row.id, row);
  }
  return [...found.values()].toSorted((one, other) => other.id - one.id).slice(0, search.limit);
}

function newest({ kysely }: StoreQueries, { after, limit }: AuditSearch) {
  return kysely
    .selectFrom("audit_log")
    .selectAll()
    .$if(after > 0, (query) => query.where("id", "<", after))
    .orderBy("id", "desc")
    .limit(limit);
}
