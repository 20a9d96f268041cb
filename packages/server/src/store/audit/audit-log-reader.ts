import type { Selectable } from "kysely";
import type { StoreQueries } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";

/** An entry as it is stored. */
export type StoredEntry = Selectable<Schema["audit_log"]>;

/** Entries that are read at a time. */
export const entriesPerRead = 500;

/** Entries in their order, at most {@link entriesPerRead}, after the one with an id or from the first on. */
export function readEntriesAfter(
  { kysely }: StoreQueries,
  { after = 0 }: { readonly after: number | undefined },
): Promise<readonly StoredEntry[]> {
  return kysely
    .selectFrom("audit_log")
    .selectAll()
    .where("id", ">", after)
    .orderBy("id")
    .limit(entriesPerRead)
    .execute();
}
