import type { Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** Surveys that their owners offer to hand over. A node of an older version shows none. */
export const surveyOffersMigration: Migration = {
  async up(db) {
    await sql`create table survey_offers (
      survey_id bigint primary key references surveys (id) on delete cascade,
      user_id bigint not null references users (id) on delete cascade,
      offered_by bigint not null references users (id) on delete cascade,
      keeps integer not null,
      created_at bigint not null
    )`.execute(db);
    await sql`create index survey_offers_by_user on survey_offers (user_id)`.execute(db);
    await sql`create index survey_offers_by_offerer on survey_offers (offered_by)`.execute(db);
  },
};
