import type { DataCaller } from "../data-caller.ts";
import type { AnswerChanges } from "./answer-data.ts";
import { readPage } from "./read-page.ts";
import { surveyPath, type SurveyId } from "./survey-path.ts";

/** Which changes to a survey's answers. */
export interface AnswerChangesOptions {
  /** The cursor of the part before; all answers, if it is left out. */
  readonly cursor?: string | undefined;
  /** Only what happened at this time or later. */
  readonly since?: Date | undefined;
  /** Only what happened before this time. */
  readonly until?: Date | undefined;
  /** Changes looked at in one call, 1 to 100; 100 unless given. */
  readonly perPage?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What happened to a survey's answers since a cursor, one part of it. */
export async function listAnswerChanges(
  caller: DataCaller,
  surveyId: SurveyId,
  { cursor, since, until, perPage, signal }: AnswerChangesOptions = {},
): Promise<AnswerChanges> {
  const query = { cursor, since: since?.toISOString(), until: until?.toISOString(), per_page: perPage };
  return readPage(await caller.call<AnswerChanges>(surveyPath(surveyId, "/changes"), { query, signal }));
}

/** The same part by part, until there is no more: keep the cursor of the last one. */
export async function* allAnswerChanges(
  caller: DataCaller,
  surveyId: SurveyId,
  options: AnswerChangesOptions = {},
): AsyncGenerator<AnswerChanges, void, undefined> {
  let { cursor } = options;
  for (;;) {
    const part = await listAnswerChanges(caller, surveyId, { ...options, cursor });
    yield part;
    // A cursor that stays would go round for ever.
    if (!part.has_more || part.cursor === cursor) return;
    ({ cursor } = part);
  }
}
