import type { AnswerValues } from "../model/answer-values.ts";
import type { SurveyPage } from "../model/question.ts";
import { cellsOfAnswer } from "../question-fields/fields-of-type.ts";

/** What results count of one answer: a cell of a question. */
export interface Cell {
  readonly questionId: string;
  readonly cell: string;
}

/** The cell that counts the answers to a question, whatever they say. */
export const answeredCell = "answered";

/** Counts the cells of answers to one version of a survey. */
export type CellsOf = (values: AnswerValues) => readonly Cell[];

/** Prepares counting the answers to one version of a survey. @param pages of that version */
export function compileCells(pages: readonly SurveyPage[]): CellsOf {
  const questions = new Map(
    pages.flatMap((page) => page.questions.map((question) => [question.id, question])),
  );
  return (values) =>
    Object.entries(values).flatMap(([questionId, value]) => {
      const question = questions.get(questionId);
      if (question === undefined) return [];
      const cells = [answeredCell, ...cellsOfAnswer(question, value)];
      return cells.map((cell) => ({ questionId, cell }));
    });
}
