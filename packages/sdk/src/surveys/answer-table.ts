import type { DataCaller } from "../data-caller.ts";
import type { AnswerRow, AnswerTable } from "./answer-data.ts";
import { readPage } from "./read-page.ts";
import { surveyPath, type SurveyId } from "./survey-path.ts";

/** Which answers of a survey, and how they are written. */
export interface AnswerTableOptions {
  /** Only answers after this serial: that of the last one you have. */
  readonly after?: number | undefined;
  /** Only answers that were sent or changed at this time or later. */
  readonly since?: Date | undefined;
  /** Only answers that were last sent or changed before this time. */
  readonly until?: Date | undefined;
  /** Choices as the texts of their options, or as numbers; `texts` unless given. */
  readonly values?: "texts" | "codes" | undefined;
  /** What columns are called: names that stay the same in every version, titles, or codes of questions; `names` unless given. */
  readonly heads?: "names" | "titles" | "codes" | undefined;
  /** Answers looked at for a page, 1 to 1000; 1000 unless given. */
  readonly perPage?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One page of a survey's answers as a table. */
export async function readAnswerTable(
  caller: DataCaller,
  surveyId: SurveyId,
  { after, since, until, values, heads, perPage, signal }: AnswerTableOptions = {},
): Promise<AnswerTable> {
  const range = { since: since?.toISOString(), until: until?.toISOString(), last_answer_id: after };
  const query = { ...range, values, heads, per_page: perPage };
  return readPage(await caller.call<AnswerTable>(surveyPath(surveyId, "/table"), { query, signal }));
}

/** All rows of the table, page after page as they are needed. */
export async function* allAnswerRows(
  caller: DataCaller,
  surveyId: SurveyId,
  options: AnswerTableOptions = {},
): AsyncGenerator<AnswerRow, void, undefined> {
  let after = options.after ?? 0;
  for (;;) {
    const page = await readAnswerTable(caller, surveyId, { ...options, after });
    yield* page.list;
    // A cursor that stays would go round for ever.
    if (!page.has_more || !(page.last_answer_id > after)) return;
    after = page.last_answer_id;
  }
}
