import type { Migration } from "@survey-open-platform/database";

/** What surveys were imported from. A node of an older version knows nothing of it, and loses nothing. */
export const surveyImportsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("survey_imports")
      .addColumn("survey_id", "bigint", (column) =>
        column.primaryKey().references("surveys.id").onDelete("cascade"),
      )
      .addColumn("source", "text", (column) => column.notNull())
      .addColumn("file_name", "text", (column) => column.notNull())
      .addColumn("losses", "text", (column) => column.notNull())
      .addColumn("loss_count", "integer", (column) => column.notNull())
      .execute();
  },
};
