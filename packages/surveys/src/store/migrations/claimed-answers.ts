import type { Migration } from "@survey-open-platform/database";

/** Persons and browsers that may answer once find their answer again, to change it. */
export const claimedAnswersMigration: Migration = {
  async up(db) {
    await db.schema.alterTable("answer_claims").addColumn("answer_id", "bigint").execute();
  },
};
