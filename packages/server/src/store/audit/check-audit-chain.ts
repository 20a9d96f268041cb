import { hashOfEntry } from "./audit-chain.ts";
import { entriesPerRead, readEntriesAfter, type StoredEntry } from "./audit-log-reader.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** What is wrong with the chain. */
export type ChainProblem =
  /** The content of an entry is not what was recorded. */
  | { readonly problem: "changed"; readonly id: number; readonly at: number }
  /** The entry does not follow the one before it: that one was deleted or replaced, or this one was added. */
  | { readonly problem: "unlinked"; readonly id: number; readonly at: number }
  /** The newest entries were deleted: the last one left has this id, or there is none. */
  | { readonly problem: "cut"; readonly id: number | undefined };

/** The state of the audit log's chain. */
export interface ChainState {
  /** Entries that were read: all, or those up to the first problem. */
  readonly entries: number;
  /** The hash of the newest entry that was recorded; "" when there is none. */
  readonly newestHash: string;
  readonly problem: ChainProblem | undefined;
}

/** Checks every entry of the audit log, from the oldest to the newest, a limited number at a time. */
export async function checkAuditChain(queries: StoreQueries): Promise<ChainState> {
  // Read before the entries, so that those that are added meanwhile are no problem.
  const newestHash = await readNewestHash(queries);
  let seen: Seen = { entries: 0, id: undefined, hash: "", hasNewest: newestHash === "" };
  for (;;) {
    const entries = await readEntriesAfter(queries, { after: seen.id });
    for (const entry of entries) {
      const problem = problemOf(entry, seen.hash);
      if (problem !== undefined) return { entries: seen.entries, newestHash, problem };
      const hasNewest = seen.hasNewest || entry.hash === newestHash;
      seen = { entries: seen.entries + 1, id: entry.id, hash: entry.hash, hasNewest };
    }
    if (entries.length < entriesPerRead) break;
  }
  const problem = seen.hasNewest ? undefined : ({ problem: "cut", id: seen.id } as const);
  return { entries: seen.entries, newestHash, problem };
}

/** What was read so far: how many entries, the last of them, and whether the newest was among them. */
interface Seen {
  readonly entries: number;
  readonly id: number | undefined;
  readonly hash: string;
  readonly hasNewest: boolean;
}

function problemOf(entry: StoredEntry, previous: string): ChainProblem | undefined {
  const { id, at } = entry;
  if (entry.previous_hash !== previous) return { problem: "unlinked", id, at };
  return entry.hash === hashOfEntry(entry, previous) ? undefined : { problem: "changed", id, at };
}

async function readNewestHash({ kysely }: StoreQueries): Promise<string> {
  const row = await kysely.selectFrom("audit_chain").select("newest_hash").executeTakeFirst();
  return row?.newest_hash ?? "";
}
