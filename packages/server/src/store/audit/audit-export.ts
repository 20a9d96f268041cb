import { recordAudit, type Actor } from "./audit-log-table.ts";
import { readEntriesAfter, type StoredEntry } from "./audit-log-reader.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** Records that the audit log is exported. @returns the number of entries before that */
export async function recordExport(transaction: StoreQueries, actor: Actor): Promise<number> {
  const { entries } = await transaction.kysely
    .selectFrom("audit_chain")
    .select("entries")
    .executeTakeFirstOrThrow();
  const target = { kind: "platform", name: "audit log" } as const;
  await recordAudit(transaction, { actor, action: "audit.exported", target, after: { entries } });
  return entries;
}

/**
 * Every entry of the audit log up to now, the oldest first, as JSON lines. Entries are read some hundred at a time, when
 * they are asked for.
 */
export async function* exportLines(queries: StoreQueries): AsyncGenerator<string> {
  const newest = await newestId(queries);
  let after = 0;
  while (after < newest) {
    const entries = (await readEntriesAfter(queries, { after })).filter(({ id }) => id <= newest);
    yield entries.map((entry) => `${JSON.stringify(lineOf(entry))}\n`).join("");
    after = entries.at(-1)?.id ?? newest;
  }
}

async function newestId({ kysely }: StoreQueries): Promise<number> {
  const row = await kysely
    .selectFrom("audit_log")
    .select("id")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? 0;
}

/** An entry as it is exported. The values before and after are JSON already, so they are no text of JSON. */
function lineOf({ at, before, after, ...entry }: StoredEntry) {
  const { id, actor_id, actor, action, target_kind, target, address, previous_hash, hash } = entry;
  const who = { actor_id, actor, action, target_kind, target };
  const values = { before: parsed(before), after: parsed(after) };
  return { id, at: new Date(at).toISOString(), ...who, ...values, address, previous_hash, hash };
}

function parsed(json: string | null): unknown {
  return json === null ? null : JSON.parse(json);
}
