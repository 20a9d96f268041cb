import type { Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** What surveys say about the data of respondents, how long answers stay, and what they agree to. A node of an older version asks for no consent. */
export const surveyPrivacyMigration: Migration = {
  async up(db) {
    await sql`create table survey_privacy (
      survey_id bigint primary key references surveys (id) on delete cascade,
      responsible text not null,
      purpose text not null,
      answer_days integer,
      keeps_counts integer not null,
      consent_version integer not null,
      checked_at bigint not null
    )`.execute(db);
    await sql`create table survey_consents (
      survey_id bigint not null references surveys (id) on delete cascade,
      version integer not null,
      text text not null,
      created_at bigint not null,
      constraint survey_consents_primary primary key (survey_id, version)
    )`.execute(db);
    await db.schema
      .alterTable("answers")
      .addColumn("consent_version", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
