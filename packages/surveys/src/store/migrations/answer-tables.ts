import type { Engine } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";

/** Parts of the table of answers on PostgreSQL, by survey. */
const parts = 32;

/** On SQLite a table is kept in the order of its primary key: answers of a survey are beside each other. */
const withoutRowid = sql`without rowid`;

/** Makes the tables of answers, half-filled forms and tallies. */
export async function makeAnswerTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await makeAnswers(db, engine);
  await makeClaims(db, engine);
  await makeDrafts(db);
  await makeTallies(db, engine);
}

async function makeAnswers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("answers")
    .addColumn("survey_id", "bigint", (c) => c.notNull())
    .addColumn("answer_id", "bigint", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("respondent_id", "bigint", (c) => c.notNull())
    .addColumn("respondent_openid", "text", (c) => c.notNull())
    .addColumn("respondent_nickname", "text", (c) => c.notNull())
    .addColumn("started_at", "bigint", (c) => c.notNull())
    .addColumn("ended_at", "bigint", (c) => c.notNull())
    .addColumn("changed_at", "bigint")
    .addColumn("channel", "text", (c) => c.notNull())
    .addColumn("ua", "text", (c) => c.notNull())
    .addColumn("referrer", "text", (c) => c.notNull())
    .addColumn("address", "text", (c) => c.notNull())
    .addColumn("address_until", "bigint")
    .addColumn("once_key", "text")
    .addColumn("custom_arguments", "text", (c) => c.notNull())
    .addColumn("answer_values", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("answers_by_serial", ["survey_id", "answer_id"])
    .addUniqueConstraint("answers_by_hash", ["survey_id", "hash"])
    .addForeignKeyConstraint(
      "answers_of_version",
      ["survey_id", "version"],
      "survey_versions",
      ["survey_id", "version"],
      (c) => c.onDelete("cascade"),
    )
    .modifyEnd(engine === "sqlite" ? withoutRowid : sql`partition by hash (survey_id)`)
    .execute();
  if (engine === "postgres") await makeParts(db);
  await db.schema
    .createIndex("answers_by_address_until")
    .on("answers")
    .column("address_until")
    .where(sql<boolean>`address_until is not null`)
    .execute();
}

async function makeParts(db: Kysely<unknown>): Promise<void> {
  for (let part = 0; part < parts; part += 1) {
    const name = `answers_part_${String(part).padStart(2, "0")}`;
    await sql`create table ${sql.table(name)} partition of answers
      for values with (modulus ${sql.lit(parts)}, remainder ${sql.lit(part)})`.execute(db);
  }
}

async function makeClaims(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const claims = db.schema
    .createTable("answer_claims")
    .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
    .addColumn("once_key", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("answer_claims_pk", ["survey_id", "once_key"]);
  await (engine === "sqlite" ? claims.modifyEnd(withoutRowid) : claims).execute();
}

async function makeDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("answer_drafts")
    .addColumn("survey_id", "bigint", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("answer_values", "text", (c) => c.notNull())
    .addColumn("custom_arguments", "text", (c) => c.notNull())
    .addColumn("page_id", "text", (c) => c.notNull())
    .addColumn("started_at", "bigint", (c) => c.notNull())
    .addColumn("saved_at", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("answer_drafts_pk", ["survey_id", "hash"])
    .addForeignKeyConstraint(
      "answer_drafts_of_version",
      ["survey_id", "version"],
      "survey_versions",
      ["survey_id", "version"],
      (c) => c.onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("answer_drafts_by_expires_at")
    .on("answer_drafts")
    .column("expires_at")
    .execute();
}

async function makeTallies(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const tallies = db.schema
    .createTable("survey_tallies")
    .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
    .addColumn("question_id", "text", (c) => c.notNull())
    .addColumn("hour", "integer", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("cell", "text", (c) => c.notNull())
    .addColumn("shard", "integer", (c) => c.notNull())
    .addColumn("n", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("survey_tallies_pk", [
      "survey_id",
      "question_id",
      "hour",
      "version",
      "cell",
      "shard",
    ]);
  await (engine === "sqlite" ? tallies.modifyEnd(withoutRowid) : tallies).execute();
}
