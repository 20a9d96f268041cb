import {
  type AnswerFilter,
  inTurns,
  type InTurns,
  type MergedQuestion,
  summariseQuestion,
  type Summary,
  withNumbers,
} from "@survey-open-platform/surveys";
import type { Store } from "../../store/store.ts";
import { listChartChoices } from "../../store/surveys/results-view-table.ts";
import { chartKinds } from "./chart-data.ts";
import { newestTexts, type ShownTexts } from "./newest-texts.ts";
import type { QuestionResult } from "./question-card.tsx";
import { type CountedAnswers, type SurveyContent, talliesOf } from "./survey-results.ts";

/** What the results of questions are made of. */
export interface ResultsToSummarise {
  readonly filter: AnswerFilter;
  /** What the filter lets through. */
  readonly counted: CountedAnswers;
  readonly shown: ShownTexts;
}

/** The results of the questions of a survey, in their order. */
export async function questionResults(
  store: Store,
  content: SurveyContent,
  { filter, counted, shown }: ResultsToSummarise,
): Promise<readonly QuestionResult[]> {
  const newest = await newestTexts(store, content, { filter, shown });
  const charts = await listChartChoices(store.reader, content.surveyId);
  return inTurns(summarised(content.questions, counted, { newest, charts }));
}

/** What is shown of questions besides counts, by their ids. */
interface ShownWith {
  readonly newest: ReadonlyMap<string, readonly string[]>;
  readonly charts: ReadonlyMap<string, string>;
}

function* summarised(
  questions: readonly MergedQuestion[],
  counted: CountedAnswers,
  { newest, charts }: ShownWith,
): InTurns<readonly QuestionResult[]> {
  const results: QuestionResult[] = [];
  for (const [at, merged] of questions.entries()) {
    const { id } = merged.question;
    const chosen = chartKinds.find((kind) => kind === charts.get(id));
    results.push({ merged, summary: summaryOf(merged, counted), newest: newest.get(id) ?? [], chosen });
    // A ranking of two hundred options has forty thousand places.
    if (merged.question.type === "sort" || at % questionsOfTurn === 0) yield;
  }
  return results;
}

/** A question may have 8,000 parts. */
const questionsOfTurn = 10;

function summaryOf(merged: MergedQuestion, counted: CountedAnswers): Summary {
  const summary = summariseQuestion(merged, talliesOf(counted, merged.question.id));
  return withNumbers(merged, summary, counted.numbers);
}
