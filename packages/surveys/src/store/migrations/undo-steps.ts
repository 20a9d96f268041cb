import type { Migration } from "@survey-open-platform/database";

/** Drafts know which revision they were put back to, so that undoing can go on from there. */
export const undoStepsMigration: Migration = {
  async up(db) {
    for (const table of ["survey_drafts", "survey_draft_history"])
      await db.schema.alterTable(table).addColumn("restored", "bigint").execute();
  },
};
