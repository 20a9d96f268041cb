import type { Migration } from "@survey-open-platform/database";
import type { Kysely } from "kysely";
import { makeAnswerTables } from "./answer-tables.ts";
import { moveAnswers } from "./move-answers.ts";

/** Answers are kept by question id, each for a version, and are counted in tallies; those that exist are rewritten. */
export const compactAnswersMigration: Migration = {
  async up(db, engine) {
    await addSettings(db);
    await db.schema.alterTable("answers").renameTo("wire_answers").execute();
    await makeAnswerTables(db, engine);
    await moveAnswers(db);
    await db.schema.dropTable("wire_answers").execute();
  },
};

async function addSettings(db: Kysely<unknown>): Promise<void> {
  for (const [column, value] of [
    ["answer_serial", 0],
    ["address_days", 30],
  ] as const) {
    await db.schema
      .alterTable("surveys")
      .addColumn(column, "bigint", (c) => c.notNull().defaultTo(value))
      .execute();
  }
  for (const column of ["answer_limit", "address_limit"])
    await db.schema.alterTable("surveys").addColumn(column, "bigint").execute();
  for (const [column, value] of [
    ["once", "none"],
    ["password_hash", ""],
    ["custom_arguments", "[]"],
  ] as const) {
    await db.schema
      .alterTable("surveys")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(value))
      .execute();
  }
}
