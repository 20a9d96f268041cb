import type { AnswerPage, AnswerQuestion } from "@survey-open-platform/surveys";
import { readAnswers, type AnswerContent } from "../store/declaration-survey.ts";
import type { StoreQueries } from "../store/queries.ts";
import type { DraftedSurvey } from "./draft-survey.ts";
import type { PlacedPart } from "./placed-part.ts";

/** Answers read at a time. */
const portion = 500;

/** Notes each declared answer that says something else than the stored one of its serial: those never change. */
export async function refuseDifferentAnswers(
  queries: StoreQueries,
  { part: survey, sink }: PlacedPart<DraftedSurvey>,
  existing: { readonly id: number } | undefined,
): Promise<void> {
  if (existing === undefined) return;
  for (let after = 0; after < survey.answers.length; after += portion) {
    const stored = await readAnswers(queries, { surveyId: existing.id, after, count: portion });
    for (const [at, answer] of stored.entries()) {
      const declared = survey.answers[after + at];
      if (declared === undefined || isSame(declared, answer)) continue;
      sink
        .within("answers")
        .within(after + at)
        .refuse("differs from the stored answer, and stored answers never change");
    }
    if (stored.length < portion) return;
  }
}

function isSame(declared: AnswerContent, stored: AnswerContent): boolean {
  if (declared.startedAt !== stored.startedAt || declared.endedAt !== stored.endedAt) return false;
  return declared.pagesJson === stored.pagesJson || substance(declared) === substance(stored);
}

/**
 * What was answered, without the wording of options and rows and without unanswered questions: a survey may
 * be reworded and extended without contradicting the answers that it has.
 */
function substance({ pagesJson }: AnswerContent): string {
  // Both were written from answer pages by JSON.stringify.
  const pages = JSON.parse(pagesJson) as readonly AnswerPage[];
  return JSON.stringify(pages.flatMap((page) => page.questions.flatMap(questionSubstance)));
}

function questionSubstance({ id, type, text, options, groups, blanks }: AnswerQuestion): readonly unknown[] {
  if (text === "" && options.length + groups.length + blanks.length === 0) return [];
  const chosen = options.map((option) => option.id);
  const rows = groups.map((group) => [
    group.id,
    type === "matrix_star" ? group.text : "",
    group.options.map((option) => option.id),
  ]);
  return [[id, text, chosen, rows, blanks]];
}
