import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** What users allowed applications with web authorization. */
export const userGrantsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("user_grants")
      .addColumn("appid", "text", (c) => c.notNull())
      .addColumn("openid", "text", (c) => c.notNull())
      .addColumn("version", "bigint", (c) => c.notNull())
      .addColumn("access_token_ciphertext", "text", (c) => c.notNull())
      .addColumn("issued_at", "bigint", (c) => c.notNull())
      .addColumn("expires_in_seconds", "bigint", (c) => c.notNull())
      .addColumn("refresh_token_ciphertext", "text", (c) => c.notNull())
      .addColumn("consented_at", "bigint", (c) => c.notNull())
      .addColumn("consent_ends_at", "bigint", (c) => c.notNull())
      .addColumn("consent", "text", (c) => c.notNull())
      .addColumn("lease_until", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("user_grants_key", ["appid", "openid"])
      .execute();
    await db.schema
      .createIndex("user_grants_consent_ends_at")
      .on("user_grants")
      .columns(["appid", "consent_ends_at"])
      .execute();
  },
};
