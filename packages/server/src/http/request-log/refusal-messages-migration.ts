import type { Migration } from "@survey-open-platform/database";

/** What was wrong with a refused call, in words. On SQLite the request log has a file of its own, and a migration of its own. */
export const refusalMessagesMigration: Migration = {
  async up(db, engine) {
    if (engine === "postgres") await refusalMessagesColumn.up(db, engine);
  },
};

/** Adds the column to the lines of the request log. */
export const refusalMessagesColumn: Migration = {
  async up(db) {
    await db.schema
      .alterTable("request_log_lines")
      .addColumn("message", "text", (c) => c.notNull().defaultTo(""))
      .execute();
  },
};
