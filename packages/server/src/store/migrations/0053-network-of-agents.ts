import type { Migration } from "@survey-open-platform/database";

/** From where an agent came last, which its person sees. A node of an older version leaves it empty. */
export const networkOfAgentsMigration: Migration = {
  async up(db) {
    await db.schema.alterTable("grants").addColumn("last_network", "text").execute();
  },
};
