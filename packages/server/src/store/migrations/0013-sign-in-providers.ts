import { generatedId, idType, type Migration } from "@survey-open-platform/database";
import type { Kysely } from "kysely";

/** Accounts at OpenID providers that sign users in, and sign-ins that wait for a provider's response. */
export const signInProvidersMigration: Migration = {
  async up(db, engine) {
    await db.schema
      .createTable("linked_identities")
      .addColumn("id", idType(engine), generatedId(engine))
      .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("issuer", "text", (c) => c.notNull())
      .addColumn("subject", "text", (c) => c.notNull())
      .addColumn("label", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("last_used_at", "bigint")
      .addUniqueConstraint("linked_identities_by_subject", ["issuer", "subject"])
      .execute();
    await db.schema
      .createIndex("linked_identities_by_user_id")
      .on("linked_identities")
      .column("user_id")
      .execute();
    await addPending(db);
  },
};

async function addPending(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("provider_sign_ins")
    .addColumn("state_hash", "text", (c) => c.primaryKey())
    .addColumn("browser_hash", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("purpose", "text", (c) => c.notNull())
    .addColumn("nonce", "text", (c) => c.notNull())
    .addColumn("code_verifier", "text", (c) => c.notNull())
    .addColumn("return_to", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("unlinked_identities")
    .addColumn("browser_hash", "text", (c) => c.primaryKey())
    .addColumn("issuer", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("label", "text", (c) => c.notNull())
    .addColumn("return_to", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  for (const table of ["provider_sign_ins", "unlinked_identities"])
    await db.schema.createIndex(`${table}_by_expires_at`).on(table).column("expires_at").execute();
}
