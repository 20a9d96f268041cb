import type { Migration } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";

/**
 * On SQLite, an index that has all that a look-up of an access token reads. Among a million tokens each page of the file
 * that is read costs as much as the rest of the look-up. An index cannot replace a primary key in place, so the table is
 * made again, without one: what two tokens have in common is at most their hash, and that is a SHA-256 of 192 random bits.
 */
export const tokenLookUpMigration: Migration = {
  async up(db, engine) {
    if (engine !== "sqlite") return;
    await makeTable(db, "user_access_tokens_copy");
    await sql`insert into user_access_tokens_copy (hash, grant_id, code_hash, number, issued_at, expires_at)
      select hash, grant_id, code_hash, number, issued_at, expires_at from user_access_tokens`.execute(db);
    await db.schema.dropTable("user_access_tokens").execute();
    await db.schema.alterTable("user_access_tokens_copy").renameTo("user_access_tokens").execute();
    await index(db, "hash", ["hash", "grant_id", "expires_at"]);
    await index(db, "grant_id_number", ["grant_id", "number"]);
    await index(db, "expires_at", ["expires_at"]);
  },
};

async function makeTable(db: Kysely<unknown>, name: string): Promise<void> {
  await db.schema
    .createTable(name)
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("grant_id", "bigint", (c) => c.notNull().references("grants.id").onDelete("cascade"))
    .addColumn("code_hash", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("issued_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
}

async function index(db: Kysely<unknown>, name: string, columns: readonly string[]): Promise<void> {
  await db.schema
    .createIndex(`user_access_tokens_by_${name}`)
    .on("user_access_tokens")
    .columns([...columns])
    .execute();
}
