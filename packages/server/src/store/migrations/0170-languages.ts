import type { Migration } from "@survey-open-platform/database";

/** In which language an answer was given. A node of an older version leaves it empty. */
export const languagesMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("answers")
      .addColumn("language", "text", (column) => column.notNull().defaultTo(""))
      .execute();
  },
};
