import type { Migration } from "@survey-open-platform/database";
import { sql } from "kysely";

/**
 * What is known of files that were sent with answers; their content is in a folder. Whatever deletes an answer, a half-filled
 * form or a survey leaves the rows of its files without a survey, by which the sweep finds them.
 */
export const answerFilesMigration: Migration = {
  async up(db) {
    await db.schema
      .createTable("answer_files")
      .addColumn("id", "text", (c) => c.notNull().primaryKey())
      .addColumn("survey_id", "bigint")
      .addColumn("answer_id", "bigint")
      .addColumn("draft_hash", "text")
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("bytes", "bigint", (c) => c.notNull())
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .addForeignKeyConstraint(
        "answer_files_of_answer",
        ["survey_id", "answer_id"],
        "answers",
        ["survey_id", "answer_id"],
        (c) => c.onDelete("set null"),
      )
      .addForeignKeyConstraint(
        "answer_files_of_draft",
        ["survey_id", "draft_hash"],
        "answer_drafts",
        ["survey_id", "hash"],
        (c) => c.onDelete("set null"),
      )
      .execute();
    const index = (name: string) => db.schema.createIndex(name).on("answer_files");
    await index("answer_files_by_answer")
      .columns(["survey_id", "answer_id"])
      .where(sql<boolean>`answer_id is not null`)
      .execute();
    await index("answer_files_by_draft")
      .columns(["survey_id", "draft_hash"])
      .where(sql<boolean>`draft_hash is not null`)
      .execute();
    await index("answer_files_without_survey")
      .column("created_at")
      .where(sql<boolean>`survey_id is null`)
      .execute();
  },
};
