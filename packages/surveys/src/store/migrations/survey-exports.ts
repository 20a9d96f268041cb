import type { Migration } from "@survey-open-platform/database";

/** Exports that are written in the background, in parts, and kept for a day. */
export const surveyExportsMigration: Migration = {
  async up(db, engine) {
    await db.schema
      .createTable("survey_exports")
      .addColumn("id", "text", (c) => c.notNull().primaryKey())
      .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
      .addColumn("format", "text", (c) => c.notNull())
      .addColumn("up_to", "bigint", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("parts", "integer", (c) => c.notNull())
      .addColumn("bytes", "bigint", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addColumn("touched_at", "bigint", (c) => c.notNull())
      .addColumn("expires_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("survey_exports_by_survey")
      .on("survey_exports")
      .columns(["survey_id", "created_at"])
      .execute();
    await db.schema
      .createIndex("survey_exports_by_expiry")
      .on("survey_exports")
      .column("expires_at")
      .execute();
    await db.schema
      .createTable("survey_export_parts")
      .addColumn("export_id", "text", (c) => c.notNull().references("survey_exports.id").onDelete("cascade"))
      .addColumn("part", "integer", (c) => c.notNull())
      .addColumn("content", engine === "postgres" ? "bytea" : "blob", (c) => c.notNull())
      .addPrimaryKeyConstraint("survey_export_parts_by_number", ["export_id", "part"])
      .execute();
  },
};
