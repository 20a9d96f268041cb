import type { Migration } from "@survey-open-platform/database";

/** Webhooks that get chosen kinds of events, with titles beside ids. A node of an older version writes 0: the kinds of its owner, without titles. */
export const webhookEventsMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("webhooks")
      .addColumn("listens", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .alterTable("webhooks")
      .addColumn("titles", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
