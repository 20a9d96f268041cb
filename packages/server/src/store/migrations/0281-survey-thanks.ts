import type { Migration } from "@survey-open-platform/database";

/** Surveys whose participants get a copy of their answer by mail. A node of an older version writes none, and the others write them later. */
export const surveyThanksMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("survey_thanks")
      .addColumn("survey_id", "bigint", (column) =>
        column.primaryKey().references("surveys.id").onDelete("cascade"),
      )
      .addColumn("language", "text", (column) => column.notNull())
      .addColumn("seen_serial", "bigint", (column) => column.notNull())
      .execute();
  },
};
