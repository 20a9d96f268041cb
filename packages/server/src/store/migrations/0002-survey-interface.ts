import type { Migration } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";

/** Fields that clients of the interface read from a survey, and stored pages in the spelling that they decode. */
export const surveyInterfaceMigration: Migration = {
  async up(db) {
    await addSurveySettings(db);
    await sql`update surveys set pages = ${replaced(surveyTexts)}`.execute(db);
    await sql`update answers set pages = ${replaced(renamedTypes)}`.execute(db);
  },
};

async function addSurveySettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("surveys")
    .addColumn("redirect_url", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  for (const column of ["login_check", "is_allow_update_answer"]) {
    await db.schema
      .alterTable("surveys")
      .addColumn(column, "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  }
}

/*
 * Pages are kept as JSON without spaces. Within a JSON string a quotation mark follows a backslash, so these texts
 * are found as keys with their values, and never in what somebody wrote.
 */
const renamedTypes = [
  ['"type":"text_multiple"', '"type":"blanks"'],
  ['"type":"location"', '"type":"address"'],
] as const;

const surveyTexts = [
  ...renamedTypes,
  ['"prefill":false', '"prefill":""'],
  ['"goto":{}', '"goto":""'],
  ['"display":[]', '"display":""'],
] as const;

function replaced(texts: readonly (readonly [string, string])[]) {
  return texts.reduce(
    (expression, [before, after]) => sql`replace(${expression}, ${sql.lit(before)}, ${sql.lit(after)})`,
    sql`pages`,
  );
}
