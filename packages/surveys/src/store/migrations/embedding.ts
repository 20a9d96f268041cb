import type { Migration } from "@survey-open-platform/database";

/** Surveys know which websites may show them in a frame: none, unless their authors name some. */
export const embeddingMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("surveys")
      .addColumn("embed_origins", "text", (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
