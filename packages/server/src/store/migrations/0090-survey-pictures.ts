import type { Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** Pictures of surveys, and the look of new ones. A node of an older version shows surveys without them, and loses nothing. */
export const surveyPicturesMigration: Migration = {
  async up(db, engine) {
    await db.schema
      .createTable("survey_pictures")
      .addColumn("survey_id", "bigint", (column) =>
        column.notNull().references("surveys.id").onDelete("cascade"),
      )
      .addColumn("id", "text", (column) => column.notNull())
      .addColumn("content", engine === "sqlite" ? "blob" : "bytea", (column) => column.notNull())
      .addPrimaryKeyConstraint("survey_pictures_primary", ["survey_id", "id"])
      .execute();
    await db.schema
      .createTable("survey_look_defaults")
      .addColumn("owner_id", "bigint", (column) =>
        column.primaryKey().references("accounts.id").onDelete("cascade"),
      )
      .addColumn("theme", "text", (column) => column.notNull())
      .execute();
    await sql`create index survey_pictures_by_id on survey_pictures (id)`.execute(db);
  },
};
