import { hash } from "node:crypto";
import { sql, type Selectable } from "kysely";
import type { AuditEntry, AuditValues } from "./audit-entry.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";

/** A row of the audit log, without what links it. */
export type UnlinkedEntry = Omit<Selectable<Schema["audit_log"]>, "id" | "previous_hash" | "hash">;

/** Rows that one statement inserts; databases limit how many parameters one may have. */
const rowsPerInsert = 500;

/**
 * Appends entries to the chain. The row of `audit_chain` is locked from here to the end of the transaction, so that no two
 * entries follow the same one. To hold it only during the commit, and never while waiting for another lock, call this last.
 */
export async function appendToChain(
  transaction: StoreQueries,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const { previous, at } = await lockChain(transaction, entries.length);
  const rows = linked(
    entries.map((entry) => rowOf(entry, at)),
    previous,
  );
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const some = rows.slice(from, from + rowsPerInsert);
    await transaction.kysely.insertInto("audit_log").values(some).execute();
  }
  const newest = rows.at(-1)?.hash ?? previous;
  await transaction.kysely.updateTable("audit_chain").set({ newest_hash: newest }).execute();
}

/** An update waits for other transactions and then reads the row as they left it; a `select` would read an earlier one. */
async function lockChain({ kysely }: StoreQueries, added: number) {
  return kysely
    .updateTable("audit_chain")
    .set({ entries: sql<number>`entries + ${added}` })
    .returning(["newest_hash as previous", nowMs.as("at")])
    .executeTakeFirstOrThrow();
}

function rowOf({ actor, action, target, before, after }: AuditEntry, at: number): UnlinkedEntry {
  return {
    at,
    actor_id: actor.userId,
    actor: actor.username,
    action,
    target_kind: target.kind,
    target: target.name,
    before: textOf(before),
    after: textOf(after),
    address: actor.address,
  };
}

function textOf(values: AuditValues | undefined): string | null {
  return values === undefined ? null : JSON.stringify(values);
}

/** Links rows to each other, the first one to the entry with the hash `previous`. */
export function linked<Row extends UnlinkedEntry>(rows: readonly Row[], previous: string) {
  let previousHash = previous;
  return rows.map((row) => {
    const link = { previous_hash: previousHash, hash: hashOfEntry(row, previousHash) };
    previousHash = link.hash;
    return { ...row, ...link };
  });
}

/**
 * The hash of an entry: base64url SHA-256 of a JSON array with the hash of the entry before it ("" for the first one) and
 * the columns in this order. A JSON array has one reading only, whatever the texts in it are.
 */
export function hashOfEntry(row: UnlinkedEntry, previousHash: string): string {
  const { at, actor_id, actor, action, target_kind, target, before, after, address } = row;
  const content = [previousHash, at, actor_id, actor, action, target_kind, target, before, after, address];
  return hash("sha256", JSON.stringify(content), "base64url");
}
