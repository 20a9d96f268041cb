import { generatedId, type Engine, type Migration } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";

const cascade = "cascade";

/** Addresses of users, the outbox of mails, who wants none, and who hears of new answers. A node of an older version writes none of it. */
export const mailMigration: Migration = {
  async up(db, engine) {
    await db.schema.alterTable("users").addColumn("email", "text").execute();
    await db.schema.alterTable("users").addColumn("email_language", "text").execute();
    await sql`create index users_email on users (lower(email)) where email is not null`.execute(db);
    await db.schema
      .alterTable("application_secrets")
      .addColumn("end_announced", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await addOutbox(db, engine);
    await addAddresses(db);
    await addWatches(db);
  },
};

async function addOutbox(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`create table mails (
    id ${sql.raw(generatedId(engine))},
    message_id text not null unique,
    kind text not null,
    user_id bigint references users (id) on delete cascade,
    recipient text not null,
    language text not null,
    facts text not null,
    state text not null,
    attempts integer not null default 0,
    due_at bigint,
    lease text not null default '',
    leased_until bigint not null default 0,
    handed_at bigint not null default 0,
    problem text not null default '',
    created_at bigint not null,
    useless_at bigint not null,
    expires_at bigint not null
  )`.execute(db);
  await sql`create index mails_due on mails (due_at) where due_at is not null`.execute(db);
  await sql`create index mails_handed on mails (handed_at)`.execute(db);
  await sql`create index mails_expires on mails (expires_at)`.execute(db);
  await sql`create index mails_user on mails (user_id)`.execute(db);
  await sql`create table mail_server (
    id integer primary key,
    paused_until bigint not null default 0,
    failures integer not null default 0,
    problem text not null default '',
    problem_at bigint not null default 0
  )`.execute(db);
  await sql`insert into mail_server (id) values (1)`.execute(db);
}

async function addAddresses(db: Kysely<unknown>): Promise<void> {
  await sql`create table mail_refusals (
    address_hash text not null,
    topic text not null,
    created_at bigint not null,
    primary key (address_hash, topic)
  )`.execute(db);
  await db.schema
    .createTable("email_confirmations")
    .addColumn("hash", "text", (c) => c.primaryKey())
    .addColumn("user_id", "bigint", (c) => c.notNull().unique().references("users.id").onDelete(cascade))
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("language", "text", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
  await sql`create index email_confirmations_expires on email_confirmations (expires_at)`.execute(db);
}

async function addWatches(db: Kysely<unknown>): Promise<void> {
  await sql`create table survey_watches (
    survey_id bigint not null references surveys (id) on delete cascade,
    user_id bigint not null references users (id) on delete cascade,
    frequency text not null,
    condition text not null default '',
    seen_serial bigint not null,
    due_at bigint not null,
    primary key (survey_id, user_id)
  )`.execute(db);
  await sql`create index survey_watches_due on survey_watches (due_at)`.execute(db);
  await sql`create index survey_watches_user on survey_watches (user_id)`.execute(db);
}
