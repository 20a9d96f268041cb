import type { Migration } from "@survey-open-platform/database";

/** When users last changed their profile. It is 0, not known, of those that an older version has made. */
export const profileChangesMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("users")
      .addColumn("profile_changed_at", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
