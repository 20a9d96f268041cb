import type { Migration } from "@survey-open-platform/database";

/** When the links of participants end: all of a survey, and each. A node of an older version takes answers by a link that has ended. */
export const endsOfLinksMigration: Migration = {
  async up(db) {
    await db.schema.alterTable("surveys").addColumn("links_end_at", "bigint").execute();
    await db.schema.alterTable("participants").addColumn("end_at", "bigint").execute();
  },
};
