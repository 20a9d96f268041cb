import type { Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** With whom surveys are shared. A node of an older version shows a shared survey to its owner alone. */
export const surveySharesMigration: Migration = {
  async up(db) {
    await sql`create table survey_shares (
      survey_id bigint not null references surveys (id) on delete cascade,
      account_id bigint not null references accounts (id) on delete cascade,
      role integer not null,
      created_at bigint not null,
      primary key (survey_id, account_id)
    )`.execute(db);
    await sql`create index survey_shares_by_account on survey_shares (account_id, survey_id)`.execute(db);
  },
};
