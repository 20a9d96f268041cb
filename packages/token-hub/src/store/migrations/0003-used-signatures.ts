import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** Which signed requests that change something were taken, for all hubs. */
export const usedSignaturesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("used_signatures")
      .addColumn("signature", "text", (c) => c.primaryKey())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("used_signatures_expires_at")
      .on("used_signatures")
      .column("expires_at")
      .execute();
  },
};
