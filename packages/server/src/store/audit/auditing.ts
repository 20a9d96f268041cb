import type { Database } from "@survey-open-platform/database";
import { appendToChain } from "./audit-chain.ts";
import type { AuditEntry } from "./audit-entry.ts";
import type { StoreQueries } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";
import { queueMailsOfAudit } from "../mail/mails-of-audit.ts";

/** Is called with each entry of the audit log once it is durable. */
export type AuditReporter = (entry: AuditEntry) => void;

/**
 * The same database, whose transactions collect their audit entries and append them when their work is done. A transaction
 * then holds the lock of the chain during its commit only, and waits for no other lock while it does: so no two transactions
 * wait for each other. Mails about an entry are written to the outbox in the same transaction. Token requests never take that lock: they use `writeSteps`, which is left as it is.
 */
export function auditing(
  database: Database<Schema>,
  report: AuditReporter,
  { sendsMail = false }: { readonly sendsMail?: boolean | undefined } = {},
): Database<Schema> {
  return {
    ...database,
    async write(work, options) {
      let recorded: readonly AuditEntry[] = [];
      const result = await database.write(async (transaction) => {
        // The work may run more than once; only the entries of the run that is committed count.
        const audit: AuditEntry[] = [];
        recorded = audit;
        const collecting: StoreQueries = { ...transaction, audit, sendsMail };
        const outcome = await work(collecting);
        await queueMailsOfAudit(collecting, audit);
        await appendToChain(transaction, audit);
        return outcome;
      }, options);
      for (const entry of recorded) report(entry);
      return result;
    },
  };
}
