import type { Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/**
 * Surveys of whose participants nothing says who gave which answer. A node of an older version stores their answers with names: stop it before
 * a survey is made anonymous.
 */
export const anonymousSurveysMigration: Migration = {
  async up(db, engine) {
    await db.schema
      .alterTable("surveys")
      .addColumn("anonymous", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    // What a row was before an answer came would say which one came: autovacuum removes it soon.
    const vacuumed =
      engine === "postgres"
        ? sql` with (autovacuum_vacuum_threshold = 1, autovacuum_vacuum_scale_factor = 0,
            toast.autovacuum_vacuum_threshold = 1, toast.autovacuum_vacuum_scale_factor = 0)`
        : sql``;
    await sql`create table anonymous_answers (
      survey_id bigint not null references surveys (id) on delete cascade,
      version integer not null,
      waiting integer not null,
      answers text not null,
      constraint anonymous_answers_primary primary key (survey_id, version)
    )${vacuumed}`.execute(db);
  },
};
