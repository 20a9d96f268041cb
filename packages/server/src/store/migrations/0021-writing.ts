import type { Migration } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";

/** Everything on the way of a consent, from the application that asks to the tokens that are issued. */
const tables = [
  "applications",
  "authorization_requests",
  "grants",
  "authorization_codes",
  "user_access_tokens",
  "refresh_tokens",
] as const;

/** Consent to writing beside consent to reading. What exists may read, which is what its users agreed to. */
export const writingMigration: Migration = {
  async up(db, engine) {
    for (const table of tables)
      await db.schema
        .alterTable(table)
        .addColumn("may_write", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
    if (engine === "sqlite") await extendLookUp(db);
  },
};

/** The index has all that a look-up of an access token reads, see the migration that made it. */
async function extendLookUp(db: Kysely<unknown>): Promise<void> {
  await sql`drop index user_access_tokens_by_hash`.execute(db);
  await db.schema
    .createIndex("user_access_tokens_by_hash")
    .on("user_access_tokens")
    .columns(["hash", "grant_id", "expires_at", "may_write"])
    .execute();
}
