import type { Migration } from "@survey-open-platform/database";

/** Which grant a webhook was added with, so that it ends with that grant. Of those that exist it is not known. */
export const webhooksOfGrantsMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("webhooks")
      .addColumn("grant_id", "bigint", (c) => c.references("grants.id").onDelete("cascade"))
      .execute();
    await db.schema.createIndex("webhooks_by_grant").on("webhooks").column("grant_id").execute();
  },
};
