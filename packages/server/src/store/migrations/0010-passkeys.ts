import { generatedId, idType, type Migration } from "@survey-open-platform/database";

/** Passkeys of users, and the challenges that browsers are about to sign. */
export const passkeysMigration: Migration = {
  async up(db, engine) {
    await db.schema
      .createTable("passkeys")
      .addColumn("id", idType(engine), generatedId(engine))
      .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("credential_id", "text", (c) => c.notNull().unique())
      .addColumn("public_key", "text", (c) => c.notNull())
      .addColumn("counter", "bigint", (c) => c.notNull())
      .addColumn("transports", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("last_used_at", "bigint")
      .execute();
    await db.schema.createIndex("passkeys_by_user_id").on("passkeys").column("user_id").execute();
    await db.schema
      .createTable("passkey_challenges")
      .addColumn("browser_hash", "text", (c) => c.notNull())
      .addColumn("purpose", "text", (c) => c.notNull())
      .addColumn("challenge", "text", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("passkey_challenges_pk", ["browser_hash", "purpose"])
      .execute();
    await db.schema
      .createIndex("passkey_challenges_by_expires_at")
      .on("passkey_challenges")
      .column("expires_at")
      .execute();
  },
};
