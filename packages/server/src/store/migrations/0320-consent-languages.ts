import type { Migration } from "@survey-open-platform/database";

/** Texts of consent in several languages. A node of an older version shows the text itself. */
export const consentLanguagesMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("survey_consents")
      .addColumn("translations", "text", (column) => column.notNull().defaultTo("{}"))
      .execute();
  },
};
