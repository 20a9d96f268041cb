import { sql } from "kysely";
import type { AuditEntry } from "../../src/store/audit/audit-log-table.ts";
import { checkAuditChain } from "../../src/store/audit/check-audit-chain.ts";
import type { StoredEntry } from "../../src/store/audit/audit-log-reader.ts";
import type { StoreQueries } from "../../src/store/statements/queries.ts";
import type { TestPlatform } from "./test-platform.ts";

/** An entry that any test may record. */
export const sampleEntry: AuditEntry = {
  actor: { userId: 1, username: "ada", address: "203.0.113.7" },
  action: "user.renamed",
  target: { kind: "user", name: "bob" },
};

type Platform = Pick<TestPlatform, "database">;

/** Every entry of the audit log, the oldest first. */
export function auditEntries({ database }: Platform): Promise<readonly StoredEntry[]> {
  return database.reader.kysely.selectFrom("audit_log").selectAll().orderBy("id").execute();
}

/** What a check of the whole chain finds. */
export function chainOf({ database }: Platform) {
  return checkAuditChain(database.reader);
}

/** Changes the audit log as an owner of the database can. */
export function tamper(
  { database }: Platform,
  work: (transaction: StoreQueries) => Promise<unknown>,
): Promise<void> {
  return database.write(async (transaction) => {
    const { kysely } = transaction;
    if (database.engine === "postgres") await sql`alter table audit_log disable trigger user`.execute(kysely);
    else
      for (const event of ["update", "delete"])
        await sql.raw(`drop trigger if exists audit_log_no_${event}`).execute(kysely);
    await work(transaction);
    if (database.engine === "postgres") await sql`alter table audit_log enable trigger user`.execute(kysely);
  });
}
