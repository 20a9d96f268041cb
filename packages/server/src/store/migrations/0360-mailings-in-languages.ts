import type { Migration } from "@survey-open-platform/database";

/** What is written to participants in further languages. A node of an older version writes to all of them in the first. */
export const mailingsInLanguagesMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("survey_mailings")
      .addColumn("translations", "text", (column) => column.notNull().defaultTo("{}"))
      .execute();
  },
};
