import { sql, type Kysely } from "kysely";
import type { Schema } from "../schema/schema.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";
import type { Person } from "./find-person.ts";
import { isTelling } from "./personal-rows.ts";
import type { PlacedAnswer } from "./read-personal-rows.ts";

/** Lists the answers that mention an address or openid of a person: this reads every answer. */
export async function listMentions(
  { kysely }: StoreQueries,
  person: Person,
): Promise<readonly PlacedAnswer[]> {
  const rows = await mentioning(kysely, "answers", person);
  return rows
    .map(({ survey_id: surveyId, answer_id: answerId }) => ({ surveyId, answerId }))
    .toSorted((one, other) => one.surveyId - other.surveyId || one.answerId - other.answerId);
}

/** Deletes half-filled forms that mention a person. @returns how many */
export async function deleteMentioningForms({ kysely }: StoreQueries, person: Person): Promise<number> {
  const rows = await mentioning(kysely, "answer_drafts", person);
  for (const { survey_id, hash } of rows)
    await kysely
      .deleteFrom("answer_drafts")
      .where("survey_id", "=", survey_id)
      .where("hash", "=", hash)
      .execute();
  return rows.length;
}

interface Mentioning {
  readonly survey_id: number;
  readonly answer_id: number;
  readonly hash: string;
  readonly answer_values: string;
  readonly custom_arguments: string;
}

/** The database finds what contains a name; whether it is a name of its own, as in no longer address, is decided here. */
async function mentioning(
  kysely: Kysely<Schema>,
  table: "answers" | "answer_drafts",
  { addresses, openids }: Person,
): Promise<readonly Mentioning[]> {
  const names = [...addresses, ...openids.filter(isTelling)];
  if (names.length === 0) return [];
  const candidates = names.map((name) => contains(name, ["answer_values", "custom_arguments"]));
  const { rows } = await sql<Mentioning>`select * from ${sql.table(table)}
    where ${sql.join(candidates, sql` or `)}`.execute(kysely);
  const patterns = names.map(asWord);
  return rows.filter(({ answer_values, custom_arguments }) =>
    patterns.some((pattern) => pattern.test(`${answer_values} ${custom_arguments}`)),
  );
}

/** An address within JSON text; `jane.doe@a.example` and `doe@a.example.org` are no mention of `doe@a.example`. */
function asWord(name: string): RegExp {
  const literally = name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return new RegExp(String.raw`(?<![\w.+%-])${literally}(?![\w@-]|\.\w)`, "i");
}
