import type { Migration } from "@survey-open-platform/database";

/** What slows down guessing of passwords, and what recognises browsers that signed in before. */
export const signInProtectionMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("sign_in_delays")
      .addColumn("key_hash", "text", (c) => c.primaryKey())
      .addColumn("attempts", "integer", (c) => c.notNull())
      .addColumn("next_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("devices")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("user_id", "bigint", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("installation_keys")
      .addColumn("name", "text", (c) => c.primaryKey())
      .addColumn("value", "text", (c) => c.notNull())
      .execute();
    for (const table of ["sign_in_delays", "devices"])
      await db.schema.createIndex(`${table}_by_expires_at`).on(table).column("expires_at").execute();
    await db.schema
      .createIndex("devices_by_user_id")
      .on("devices")
      .columns(["user_id", "created_at"])
      .execute();
  },
};
