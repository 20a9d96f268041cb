import type { Migration } from "@survey-open-platform/database";

/** Responses to calls that may be sent again with the same idempotency key. */
export const keptResponsesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("kept_responses")
      .addColumn("key_hash", "text", (c) => c.primaryKey())
      .addColumn("body_hash", "text", (c) => c.notNull())
      .addColumn("response", "text", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("kept_responses_by_expires_at")
      .on("kept_responses")
      .column("expires_at")
      .execute();
  },
};
