import type { Migration } from "@survey-open-platform/database";

/** Reports of results for paper. A node of an older version does not know their address. */
export const resultsReportsMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("results_reports")
      .addColumn("survey_id", "bigint", (column) =>
        column.primaryKey().references("surveys.id").onDelete("cascade"),
      )
      .addColumn("note", "text", (column) => column.notNull())
      .addColumn("hidden_questions", "text", (column) => column.notNull())
      .addColumn("comments", "text", (column) => column.notNull())
      .execute();
  },
};
