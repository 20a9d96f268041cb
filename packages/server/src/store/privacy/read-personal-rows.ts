import { sql } from "kysely";
import type { StoreQueries } from "../statements/queries.ts";
import type { Person } from "./find-person.ts";
import { personalData, type PersonalTable, tablesOfEntry } from "./personal-data.ts";
import { isNever, rowsOfPerson } from "./personal-rows.ts";

/** Every table with personal data, in the order of the register. */
export const personalTables: readonly PersonalTable[] = [...new Set(personalData.flatMap(tablesOfEntry))];

/** The columns that say something about a person, of tables with much else in their rows. */
const shownColumns: { readonly [Table in PersonalTable]?: readonly string[] } = {
  survey_drafts: ["survey_id", "revision", "edited_at", "editor_user_id"],
  survey_draft_history: ["survey_id", "revision", "editor_user_id"],
  surveys: ["id", "hash", "owner_id", "creator_user_id", "title", "state", "answer_count", "created_at"],
};

/** Columns that prove something, or have the token of a link: they leave the database in no form. */
const secretColumn =
  /(?:^|_)hash$|(?:^|_)secret$|^(?:nonce|challenge|code_verifier|next_sealed|facts|state|public_key|pushed)$/;

/** Columns of these names are no secret in these tables. */
const plainColumns: ReadonlySet<string> = new Set([
  "answers.hash",
  "surveys.hash",
  "surveys.state",
  "mails.state",
  "webhook_deliveries.state",
]);

/** A row, without what would open something. */
export type PersonalRow = Readonly<Record<string, unknown>>;

/** How many rows about a person a table has. */
export async function countPersonalRows(
  { kysely }: StoreQueries,
  table: PersonalTable,
  person: Person,
): Promise<number> {
  const found = rowsOfPerson[table];
  const condition = "where" in found ? found.where(person) : undefined;
  if (condition === undefined || isNever(condition)) return 0;
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from ${sql.table(table)}
    where ${condition}`.execute(kysely);
  // Engines differ in the type that they count in.
  return Number(rows[0]?.n ?? 0);
}

/** Reads what a table has about a person. */
export async function readPersonalRows(
  { kysely }: StoreQueries,
  table: PersonalTable,
  person: Person,
): Promise<readonly PersonalRow[]> {
  const found = rowsOfPerson[table];
  const condition = "where" in found ? found.where(person) : undefined;
  if (condition === undefined || isNever(condition)) return [];
  const { rows } = await sql<PersonalRow>`select * from ${sql.table(table)} where ${condition}`.execute(
    kysely,
  );
  return rows.map((row) => withoutSecrets(table, row));
}

function withoutSecrets(table: PersonalTable, row: PersonalRow): PersonalRow {
  const shown = shownColumns[table];
  const isShown = (column: string) =>
    shown?.includes(column) ?? (!secretColumn.test(column) || plainColumns.has(`${table}.${column}`));
  return Object.fromEntries(Object.entries(row).filter(([column]) => isShown(column)));
}

/** An answer by its survey and serial. */
export interface PlacedAnswer {
  readonly surveyId: number;
  readonly answerId: number;
}

/** The answers that a person gave. */
export async function listTheirAnswers(
  { kysely }: StoreQueries,
  person: Person,
): Promise<readonly PlacedAnswer[]> {
  const found = rowsOfPerson.answers;
  const condition = "where" in found ? found.where(person) : undefined;
  if (condition === undefined || isNever(condition)) return [];
  return kysely
    .selectFrom("answers")
    .select(["survey_id as surveyId", "answer_id as answerId"])
    .where(condition)
    .orderBy("survey_id")
    .orderBy("answer_id")
    .execute();
}
