import type { Engine, Migration } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";

/** The bin of surveys, and labels. A node of an older version shows a survey in it to its owner, paused. */
export const surveyBinMigration: Migration = {
  async up(db, engine) {
    await db.schema.alterTable("surveys").addColumn("binned_at", "bigint").execute();
    await db.schema.alterTable("surveys").addColumn("binned_key", "text").execute();
    await sql`create index surveys_by_binned_at on surveys (binned_at) where binned_at is not null`.execute(
      db,
    );
    await coverLists(db, engine);
    await addLabels(db);
  },
};

async function addLabels(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("survey_labels")
    .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
    .addColumn("label", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("survey_labels_pk", ["survey_id", "label"])
    .execute();
  await db.schema
    .createIndex("survey_labels_by_label")
    .on("survey_labels")
    .columns(["label", "survey_id"])
    .execute();
}

/** On SQLite, an index has all that a list of surveys reads. */
async function coverLists(db: Kysely<unknown>, engine: Engine): Promise<void> {
  if (engine !== "sqlite") return;
  await sql`drop index surveys_by_owner_id_listed`.execute(db);
  await sql`create index surveys_by_owner_id_listed on surveys (owner_id, id, creator_user_id,
    hash, title, scene, state, answer_count, created_at, updated_at, binned_at)`.execute(db);
}
