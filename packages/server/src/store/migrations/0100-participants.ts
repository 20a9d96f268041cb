import { generatedId, type Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/** Who is invited to a survey, and the mails to them. A node of an older version lets everyone answer who has the address. */
export const participantsMigration: Migration = {
  async up(db, engine) {
    await db.schema
      .alterTable("surveys")
      .addColumn("only_participants", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create table participants (
      id ${sql.raw(generatedId(engine))},
      survey_id bigint not null references surveys (id) on delete cascade,
      known_by text not null,
      nonce text not null,
      link_hash text not null unique,
      email text not null,
      phone text not null,
      code text not null,
      name text not null,
      language text not null,
      fields text not null,
      mails integer not null default 0,
      mailed_at bigint,
      opened_at bigint,
      created_at bigint not null,
      constraint participants_known unique (survey_id, known_by)
    )`.execute(db);
    await sql`create index participants_by_survey on participants (survey_id, id)`.execute(db);
    await sql`create table survey_mailings (
      id ${sql.raw(generatedId(engine))},
      survey_id bigint not null references surveys (id) on delete cascade,
      user_id bigint not null references users (id) on delete cascade,
      is_reminder integer not null,
      subject text not null,
      body text not null,
      language text not null,
      due_at bigint,
      last_participant bigint not null default 0,
      queued integer not null default 0,
      created_at bigint not null
    )`.execute(db);
    await sql`create index survey_mailings_due on survey_mailings (due_at) where due_at is not null`.execute(
      db,
    );
    await sql`create index survey_mailings_by_survey on survey_mailings (survey_id, id)`.execute(db);
    await sql`create index survey_mailings_by_user on survey_mailings (user_id)`.execute(db);
  },
};
