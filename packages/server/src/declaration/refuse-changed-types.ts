import { definitionsOf, hasLikeAnswers, type Question, type SurveyPage } from "@survey-open-platform/surveys";
import type { StoreQueries } from "../store/statements/queries.ts";
import type { DraftedSurvey } from "./draft-survey.ts";
import type { PlacedPart } from "./placed-part.ts";

/**
 * Notes each question whose type does not go together with the answers that it has: results and exports read all answers
 * to a question as its newest type says. Ids follow from positions, so this also finds a question that was inserted before
 * others.
 */
export async function refuseChangedTypes(
  queries: StoreQueries,
  { part: survey, sink }: PlacedPart<DraftedSurvey>,
  existing: { readonly id: number; readonly pages: string } | undefined,
): Promise<void> {
  if (existing === undefined || existing.pages === survey.pagesJson) return;
  const earlier = await earlierQuestions(queries, existing.id);
  for (const { question, page, at } of placedQuestions(survey.pagesJson)) {
    const unlike = (earlier.get(question.id) ?? []).filter(
      ({ type }) => !hasLikeAnswers(type, question.type),
    );
    const versions = unlike.map(({ version }) => version);
    if (await hasAnswers(queries, { surveyId: existing.id, versions }))
      sink
        .within("pages")
        .within(page)
        .within("questions")
        .within(at)
        .within("type")
        .refuse("does not fit the answers that this question has; hide it, and append another question");
  }
}

/** The questions of all versions by their id. */
async function earlierQuestions(queries: StoreQueries, surveyId: number) {
  const versions = await definitionsOf(queries, surveyId);
  const all = versions.flatMap(({ version, definition }) =>
    definition.pages.flatMap(({ questions }) => questions.map(({ id, type }) => ({ version, id, type }))),
  );
  return Map.groupBy(all, ({ id }) => id);
}

interface PlacedQuestion {
  readonly question: Question;
  readonly page: number;
  readonly at: number;
}

function placedQuestions(pagesJson: string): readonly PlacedQuestion[] {
  // Made by `draftSurvey`.
  const pages = JSON.parse(pagesJson) as readonly SurveyPage[];
  return pages.flatMap(({ questions }, page) => questions.map((question, at) => ({ question, page, at })));
}

async function hasAnswers(
  { kysely }: StoreQueries,
  { surveyId, versions }: { readonly surveyId: number; readonly versions: readonly number[] },
): Promise<boolean> {
  if (versions.length === 0) return false;
  const query = kysely.selectFrom("answers").select("answer_id").where("survey_id", "=", surveyId);
  const found = await query.where("version", "in", versions).limit(1).executeTakeFirst();
  return found !== undefined;
}
