import { generatedId, type Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** Secret addresses of sheets of answers. A node of an older version does not know them. */
export const answerSheetsMigration: Migration = {
  async up(db, engine) {
    await sql`create table answer_sheets (
      id ${sql.raw(generatedId(engine))},
      survey_id bigint not null references surveys (id) on delete cascade,
      address_hash text not null unique,
      has_codes integer not null,
      created_by bigint not null references users (id) on delete cascade,
      created_at bigint not null
    )`.execute(db);
    await sql`create index answer_sheets_by_survey on answer_sheets (survey_id, id)`.execute(db);
    await sql`create index answer_sheets_by_created_by on answer_sheets (created_by)`.execute(db);
  },
};
