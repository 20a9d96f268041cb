import type { Engine, Migration } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";

/** Events name the answer that they are about, and answers are found by their respondent: deleting either finds what it left elsewhere. */
export const eventsOfAnswersMigration: Migration = {
  async up(db, engine) {
    await db.schema.alterTable("webhook_deliveries").addColumn("answer_id", "bigint").execute();
    await nameAnswers(db, engine);
    await db.schema
      .createIndex("webhook_deliveries_by_answer")
      .on("webhook_deliveries")
      .columns(["survey_id", "answer_id"])
      .where(sql.ref("answer_id"), "is not", null)
      .execute();
    await db.schema
      .createIndex("answers_by_respondent")
      .on("answers")
      .column("respondent_id")
      .where(sql<boolean>`respondent_id <> 0`)
      .execute();
  },
};

/** Bodies are written in one order of fields: nothing that a respondent said comes before the serial. */
async function nameAnswers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const serial =
    engine === "postgres"
      ? sql`cast(substring(body from '"answer_id":([0-9]+)') as bigint)`
      : sql`cast(substr(body, instr(body, '"answer_id":') + 12, 20) as integer)`;
  await sql`update webhook_deliveries set answer_id = ${serial} where object = 'Answer'`.execute(db);
}
