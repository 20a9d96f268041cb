import { generatedId, type Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** Links to results for people without an account. A node of an older version does not know their address. */
export const resultsLinksMigration: Migration = {
  async up(db, engine) {
    await sql`create table results_links (
      id ${sql.raw(generatedId(engine))},
      survey_id bigint not null references surveys (id) on delete cascade,
      link_hash text not null unique,
      name text not null,
      question_ids text not null,
      has_texts integer not null,
      password_hash text not null,
      created_by bigint not null references users (id) on delete cascade,
      created_at bigint not null,
      expires_at bigint
    )`.execute(db);
    await sql`create index results_links_by_survey on results_links (survey_id, id)`.execute(db);
    await sql`create index results_links_by_created_by on results_links (created_by)`.execute(db);
    await sql`create index results_links_by_expires_at on results_links (expires_at)
      where expires_at is not null`.execute(db);
  },
};
