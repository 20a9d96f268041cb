import type { Migration } from "@survey-open-platform/database";

/** Earlier revisions of the drafts of surveys. */
export const draftHistoryMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("survey_draft_history")
      .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
      .addColumn("revision", "integer", (c) => c.notNull())
      .addColumn("definition", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("survey_draft_history_pk", ["survey_id", "revision"])
      .execute();
  },
};
