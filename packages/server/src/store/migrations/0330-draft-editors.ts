import type { Migration } from "@survey-open-platform/database";

/** Who made a revision of a draft. A node of an older version writes 0, as programs do. */
export const draftEditorsMigration: Migration = {
  async up(db) {
    for (const table of ["survey_drafts", "survey_draft_history"])
      await db.schema
        .alterTable(table)
        .addColumn("editor_user_id", "integer", (column) => column.notNull().defaultTo(0))
        .execute();
  },
};
