import type { Migration } from "@survey-open-platform/database";

/** The processes that serve, as administrators see them. */
export const nodesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("nodes")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("host", "text", (c) => c.notNull())
      .addColumn("pid", "integer", (c) => c.notNull())
      .addColumn("release", "text", (c) => c.notNull())
      .addColumn("runtime", "text", (c) => c.notNull())
      .addColumn("clock_ahead", "bigint", (c) => c.notNull())
      .addColumn("lines_dropped", "bigint", (c) => c.notNull())
      .addColumn("started_at", "bigint", (c) => c.notNull())
      .addColumn("seen_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema.createIndex("nodes_by_expires_at").on("nodes").column("expires_at").execute();
  },
};
