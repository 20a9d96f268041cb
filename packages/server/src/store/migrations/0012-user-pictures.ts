import type { Migration } from "@survey-open-platform/database";

/** Pictures that users uploaded, apart from the users. */
export const userPicturesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("user_pictures")
      .addColumn("user_id", "bigint", (c) => c.primaryKey().references("users.id").onDelete("cascade"))
      .addColumn("name", "text", (c) => c.notNull().unique())
      .addColumn("image", "text", (c) => c.notNull())
      .execute();
  },
};
