import type { Migration } from "@survey-open-platform/database";

/** Who is responsible, and the purpose, in several languages. A node of an older version shows the texts themselves. */
export const statementLanguagesMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("survey_privacy")
      .addColumn("translations", "text", (column) => column.notNull().defaultTo("{}"))
      .execute();
  },
};
