import type { Migration } from "@survey-open-platform/database";
import { type Kysely, sql } from "kysely";

/** An option has the list of what it shows, as clients of the interface decode it; until now it was one id as text. */
export const displayedQuestionsMigration: Migration = {
  async up(db) {
    for (const column of columns) {
      await replaceEmpty(db, column);
      for (const surveyId of await surveysWithDisplay(db, column)) await replaceIds(db, column, surveyId);
    }
  },
};

/** Where questions are kept, as JSON text; a row is named by the survey and the number. */
interface Column {
  readonly table: string;
  readonly column: string;
  readonly survey: string;
  readonly number: string;
}

const columns: readonly Column[] = [
  { table: "surveys", column: "pages", survey: "id", number: "version" },
  { table: "survey_versions", column: "definition", survey: "survey_id", number: "version" },
  { table: "survey_drafts", column: "definition", survey: "survey_id", number: "revision" },
  { table: "survey_draft_history", column: "definition", survey: "survey_id", number: "revision" },
];

/*
 * The JSON has no spaces. Within a JSON string a quotation mark follows a backslash, so the text is found as a key with its
 * value, and never in what an author wrote.
 */
const idAsText = '%"display":"%';

/** Nearly all options show nothing. One statement rewrites those. */
async function replaceEmpty(db: Kysely<unknown>, { table, column }: Column): Promise<void> {
  const [name, text] = [sql.table(table), sql.ref(column)];
  await sql`update ${name} set ${text} = replace(${text}, '"display":""', '"display":[]')
    where ${text} like ${'%"display":""%'}`.execute(db);
}

async function surveysWithDisplay(
  db: Kysely<unknown>,
  { table, column, survey }: Column,
): Promise<readonly number[]> {
  const { rows } = await sql<{ readonly id: number }>`select distinct ${sql.ref(survey)} as id
    from ${sql.table(table)} where ${sql.ref(column)} like ${idAsText}`.execute(db);
  return rows.map(({ id }) => id);
}

async function replaceIds(db: Kysely<unknown>, place: Column, surveyId: number): Promise<void> {
  const [table, text] = [sql.table(place.table), sql.ref(place.column)];
  const [survey, number] = [sql.ref(place.survey), sql.ref(place.number)];
  const { rows } = await sql<{ readonly number: number; readonly text: string }>`select ${number} as number,
    ${text} as text from ${table} where ${survey} = ${surveyId} and ${text} like ${idAsText}`.execute(db);
  for (const row of rows) {
    const replaced = row.text.replaceAll(/"display":("[^"]*")/g, '"display":[$1]');
    await sql`update ${table} set ${text} = ${replaced} where ${survey} = ${surveyId} and ${number} = ${row.number}`.execute(
      db,
    );
  }
}
