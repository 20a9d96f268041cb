import { appendToChain } from "./audit-chain.ts";
import type { AuditEntry } from "./audit-entry.ts";
import type { StoreQueries } from "../statements/queries.ts";

export type { Actor, AuditEntry, AuditValues } from "./audit-entry.ts";

/**
 * Adds an entry to the audit log. Call it in the transaction of the change itself, so that neither exists without the
 * other. Entries are never updated or deleted. In a transaction of the store they are appended when its work is done, see
 * `auditing`.
 */
export async function recordAudit(transaction: StoreQueries, entry: AuditEntry): Promise<void> {
  if (transaction.audit === undefined) await appendToChain(transaction, [entry]);
  else transaction.audit.push(entry);
}
