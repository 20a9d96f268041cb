import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";

/** The newest version that each caller of the drop-in endpoint was given, by any hub. */
export const handedOutVersionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable("handed_out_versions")
      .addColumn("caller_id", "text", (c) => c.notNull())
      .addColumn("appid", "text", (c) => c.notNull())
      .addColumn("version", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("handed_out_versions_key", ["caller_id", "appid"])
      .execute();
  },
};
