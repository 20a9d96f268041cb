import { generatedId, type Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** What people who work on a survey write about its questions and answers. A node of an older version shows none. */
export const surveyCommentsMigration: Migration = {
  async up(db, engine) {
    await sql`create table survey_comments (
      id ${sql.raw(generatedId(engine))},
      survey_id bigint not null references surveys (id) on delete cascade,
      question_id text not null,
      answer_id bigint,
      author_id bigint not null references users (id) on delete cascade,
      text text not null,
      created_at bigint not null,
      resolved_at bigint,
      foreign key (survey_id, answer_id) references answers (survey_id, answer_id) on delete cascade
    )`.execute(db);
    await sql`create index survey_comments_by_survey on survey_comments (survey_id, id)`.execute(db);
    await sql`create index survey_comments_by_answer on survey_comments (survey_id, answer_id)
      where answer_id is not null`.execute(db);
    await sql`create index survey_comments_by_author on survey_comments (author_id)`.execute(db);
  },
};
