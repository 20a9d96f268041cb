import type { Migration } from "@survey-open-platform/database";

/**
 * On SQLite, an index that has all that a list of surveys shows. The pages of a survey are in the middle of its row, so
 * that a list without this index reads them to get at the columns behind them.
 */
export const surveyListMigration: Migration = {
  async up(db, engine) {
    if (engine !== "sqlite") return;
    await db.schema
      .createIndex("surveys_by_owner_id_listed")
      .on("surveys")
      .columns(["owner_id", "id", "creator_user_id"])
      .columns(["hash", "title", "scene", "state", "answer_count", "created_at", "updated_at"])
      .execute();
    await db.schema.dropIndex("surveys_by_owner_id_id").execute();
  },
};
