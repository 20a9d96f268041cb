import { generatedId, type Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** How results are looked at: the chart of a question, and filters with a name. A node of an older version shows the usual charts. */
export const resultsViewsMigration: Migration = {
  async up(db, engine) {
    await sql`create table results_charts (
      survey_id bigint not null references surveys (id) on delete cascade,
      question_id text not null,
      kind text not null,
      primary key (survey_id, question_id)
    )`.execute(db);
    await sql`create table results_filters (
      id ${sql.raw(generatedId(engine))},
      survey_id bigint not null references surveys (id) on delete cascade,
      name text not null,
      query text not null,
      constraint results_filters_name unique (survey_id, name)
    )`.execute(db);
  },
};
