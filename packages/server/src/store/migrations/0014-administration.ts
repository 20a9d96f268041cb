import type { Migration } from "@survey-open-platform/database";

/** One-time password links, and what the search in the audit log reads. */
export const administrationMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("password_links")
      .addColumn("hash", "text", (c) => c.primaryKey())
      .addColumn("user_id", "bigint", (c) => c.notNull().unique().references("users.id").onDelete("cascade"))
      .addColumn("checked_hash", "text", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("password_links_by_expires_at")
      .on("password_links")
      .column("expires_at")
      .execute();
    for (const column of ["actor", "action", "target", "address"])
      await db.schema
        .createIndex(`audit_log_by_${column}_name`)
        .on("audit_log")
        .columns([column, "id"])
        .execute();
  },
};
