import type { DataCaller } from "../data-caller.ts";
import type { AnswerList, AnswerListItem } from "./answer-data.ts";
import { readPage } from "./read-page.ts";
import { surveyPath, type SurveyId } from "./survey-path.ts";

const mostPerPage = 100;

/** Which answers of a survey. */
export interface AnswerListOptions {
  /** Only answers after this serial: that of the last one you have. */
  readonly after?: number | undefined;
  /** Only answers that were sent or changed at this time or later. */
  readonly since?: Date | undefined;
  /** Only answers that were last sent or changed before this time. */
  readonly until?: Date | undefined;
  /** What each answer has besides: the time of its last change, the title of each question. */
  readonly include?: readonly ("updated_at" | "titles")[] | undefined;
  /** Answers on a page, 1 to 100, and to 1000 with `since`, `until` or `include`; 20 unless given, 100 when all are walked through. */
  readonly perPage?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One page of a survey's answers, ascending by serial. */
export async function listAnswers(
  caller: DataCaller,
  surveyId: SurveyId,
  { after, perPage, since, until, include, signal }: AnswerListOptions = {},
): Promise<AnswerList> {
  const query = {
    last_answer_id: after,
    per_page: perPage,
    since: since?.toISOString(),
    until: until?.toISOString(),
    include: include?.join(),
  };
  return readPage(await caller.call<AnswerList>(surveyPath(surveyId, "/answers"), { query, signal }));
}

/** All of a survey's answers, ascending by serial, page after page as they are needed. */
export async function* allAnswers(
  caller: DataCaller,
  surveyId: SurveyId,
  options: AnswerListOptions = {},
): AsyncGenerator<AnswerListItem, void, undefined> {
  let after = options.after ?? 0;
  for (;;) {
    const page = await listAnswers(caller, surveyId, { perPage: mostPerPage, ...options, after });
    yield* page.list;
    // Past the end the list is empty and the cursor stays; a cursor that stays otherwise would go round for ever.
    if (page.list.length === 0 || !(page.last_answer_id > after)) return;
    after = page.last_answer_id;
  }
}
