import { runSteps } from "@survey-open-platform/database";
import { type ImportedAnswer, listAnswers, type StoredAnswer } from "@survey-open-platform/surveys";
import type { StoreQueries } from "../store/statements/queries.ts";
import type { DraftedSurvey } from "./draft-survey.ts";
import type { PlacedPart } from "./placed-part.ts";

/** Answers read at a time. */
const portion = 500;

/**
 * Notes each declared answer that says something else than the stored one of its serial: a file changes none. One that was changed since, by its
 * respondent or a program, says what it says now.
 */
export async function refuseDifferentAnswers(
  queries: StoreQueries,
  { part: survey, sink }: PlacedPart<DraftedSurvey>,
  existing: { readonly id: number } | undefined,
): Promise<void> {
  if (existing === undefined) return;
  let lastAnswerId = 0;
  while (lastAnswerId < survey.answers.length) {
    const slice = { surveyId: existing.id, lastAnswerId, perPage: portion };
    const stored = await runSteps(queries, listAnswers(slice));
    for (const answer of stored) {
      const at = answer.answerId - 1;
      const declared = survey.answers[at];
      if (declared === undefined || answer.changedAt !== null || isSame(declared, answer)) continue;
      sink
        .within("answers")
        .within(at)
        .refuse("differs from the stored answer, and a file changes no stored answer");
    }
    if (stored.length < portion) return;
    lastAnswerId = stored.at(-1)?.answerId ?? lastAnswerId;
  }
}

function isSame(declared: ImportedAnswer, stored: StoredAnswer): boolean {
  if (declared.startedAt !== stored.startedAt || declared.endedAt !== stored.endedAt) return false;
  const text = JSON.stringify(declared.values);
  return text === stored.valuesText || sorted(text) === sorted(stored.valuesText);
}

/** What was answered in an order of its own: questions may have been moved since. @param text JSON of values */
function sorted(text: string): string {
  // Values of an answer are an object.
  const values = JSON.parse(text) as object;
  return JSON.stringify(Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
