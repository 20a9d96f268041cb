import type { Migration } from "@survey-open-platform/database";

/** Which administrator made a password link: it ends with the administration. Of those that exist it is not known; they last an hour. */
export const passwordLinksByAdministratorMigration: Migration = {
  async up(db) {
    await db.schema
      .alterTable("password_links")
      .addColumn("created_by", "bigint", (c) => c.references("users.id").onDelete("cascade"))
      .execute();
    await db.schema
      .createIndex("password_links_by_created_by")
      .on("password_links")
      .column("created_by")
      .execute();
  },
};
