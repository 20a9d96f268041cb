import { type Engine, idType, type Migration } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";

/** Surveys have a draft and versions; what a survey is until now becomes both its draft and its version 1. */
export const surveyVersionsMigration: Migration = {
  async up(db, engine) {
    await db.schema
      .alterTable("surveys")
      .addColumn("version", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await makeTables(db, engine);
    await freezeSurveys(db);
  },
};

async function makeTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable("survey_versions")
    .addColumn("survey_id", "bigint", (c) => c.notNull().references("surveys.id").onDelete("cascade"))
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("definition", "text", (c) => c.notNull())
    .addColumn("published_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("survey_versions_pk", ["survey_id", "version"])
    .execute();
  await db.schema
    .createTable("survey_drafts")
    .addColumn("survey_id", idType(engine), (c) =>
      c.primaryKey().references("surveys.id").onDelete("cascade"),
    )
    .addColumn("definition", "text", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("edited_at", "bigint", (c) => c.notNull())
    .execute();
}

interface SurveyRow {
  readonly id: number;
  readonly title: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly scene: number;
  readonly pages: string;
  readonly updated_at: number;
}

/** Surveys read at a time. */
const portion = 100;

async function freezeSurveys(db: Kysely<unknown>): Promise<void> {
  let last = 0;
  for (;;) {
    const { rows } =
      await sql<SurveyRow>`select id, title, prefix, suffix, scene, pages, updated_at from surveys where id > ${last} order by id limit ${portion}`.execute(
        db,
      );
    for (const row of rows) {
      await freezeSurvey(db, row);
      last = row.id;
    }
    if (rows.length < portion) return;
  }
}

async function freezeSurvey(db: Kysely<unknown>, { id, updated_at: at, ...row }: SurveyRow): Promise<void> {
  const { pages, ...texts } = row;
  const definition = `${JSON.stringify(texts).slice(0, -1)},"pages":${pages},"logic":{"rules":[]}}`;
  await sql`insert into survey_versions (survey_id, version, definition, published_at) values (${id}, 1, ${definition}, ${at})`.execute(
    db,
  );
  await sql`insert into survey_drafts (survey_id, definition, revision, edited_at) values (${id}, ${definition}, 1, ${at})`.execute(
    db,
  );
  await sql`update surveys set version = 1 where id = ${id}`.execute(db);
}
