import type { Migration } from "@survey-open-platform/database";

/**
 * That answers were changed or deleted. A node of an older version does not note it: programs that ask for changes miss what it changes while both
 * run.
 */
export const answerChangesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("answer_changes")
      .addColumn("survey_id", "bigint", (column) =>
        column.notNull().references("surveys.id").onDelete("cascade"),
      )
      .addColumn("change_id", "bigint", (column) => column.notNull())
      .addColumn("answer_id", "bigint", (column) => column.notNull())
      .addColumn("deleted", "integer", (column) => column.notNull())
      .addColumn("changed_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("answer_changes_primary", ["survey_id", "change_id"])
      .execute();
    await db.schema.createIndex("answer_changes_by_time").on("answer_changes").column("changed_at").execute();
  },
};
