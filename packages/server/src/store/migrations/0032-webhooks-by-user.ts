import type { Migration } from "@survey-open-platform/database";

/** Finds the webhooks that a user added: they end with the user's right. */
export const webhooksByUserMigration: Migration = {
  async up(db) {
    await db.schema.createIndex("webhooks_by_user").on("webhooks").column("user_id").execute();
  },
};
