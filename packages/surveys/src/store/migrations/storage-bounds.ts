import type { Engine, Migration } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";

/**
 * What bounds the storage that respondents use: the size of half-filled forms, indexes that sum sizes without reading the rows, and
 * the answers of the last day by address, for surveys that limit them.
 */
export const storageBoundsMigration: Migration = {
  async up(db, engine) {
    await addDraftSizes(db);
    await indexFiles(db);
    await makeAddressAnswers(db, engine);
  },
};

async function addDraftSizes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("answer_drafts")
    .addColumn("bytes", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update answer_drafts set bytes = length(answer_values) + length(custom_arguments)`.execute(db);
  await db.schema
    .createIndex("answer_drafts_by_saved_at")
    .on("answer_drafts")
    .columns(["survey_id", "saved_at", "bytes"])
    .execute();
}

async function indexFiles(db: Kysely<unknown>): Promise<void> {
  for (const name of ["answer_files_by_answer", "answer_files_without_survey"])
    await db.schema.dropIndex(name).execute();
  await db.schema
    .createIndex("answer_files_by_survey")
    .on("answer_files")
    .columns(["survey_id", "answer_id", "bytes"])
    .execute();
  await db.schema
    .createIndex("answer_files_without_answer")
    .on("answer_files")
    .columns(["created_at", "bytes"])
    .where(sql<boolean>`answer_id is null`)
    .execute();
}

async function makeAddressAnswers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const table = db.schema
    .createTable("address_answers")
    .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
    .addColumn("address_hash", "text", (c) => c.notNull())
    .addColumn("answer_id", "bigint", (c) => c.notNull())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("address_answers_pk", ["survey_id", "address_hash", "answer_id"]);
  await (engine === "sqlite" ? table.modifyEnd(sql`without rowid`) : table).execute();
  await db.schema
    .createIndex("address_answers_by_expires_at")
    .on("address_answers")
    .column("expires_at")
    .execute();
}
