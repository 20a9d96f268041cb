import type { Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** Answers by when they were last sent or changed, for programs that ask for what is new. */
export const answersByUpdateMigration: Migration = {
  async up(db) {
    await sql`create index answers_by_update on answers (survey_id, (coalesce(changed_at, ended_at)))`.execute(
      db,
    );
  },
};
