import {
  type AnswerValue,
  type AnswerValues,
  listAt,
  listIn,
  textAt,
  textIn,
} from "../model/answer-values.ts";
import type { Question, QuestionType, SurveyPage } from "../model/question.ts";

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
      const cells = [answeredCell, ...cellsOfType[question.type](question, value)];
      return cells.map((cell) => ({ questionId, cell }));
    });
}

type Cells = (question: Question, value: AnswerValue) => readonly string[];

const none: Cells = () => [];
const chosen: Cells = (_question, value) => listIn(value);
const mark: Cells = (_question, value) => [textIn(value)];
const chosenInRows: Cells = ({ subTitles }, value) =>
  subTitles.flatMap(({ id }) => listAt(value, id).map((option) => `${id}/${option}`));

/** The cells beside {@link answeredCell}, per type of question. */
const cellsOfType: Readonly<Record<QuestionType, Cells>> = {
  radio: chosen,
  checkbox: chosen,
  select: chosen,
  sort: (_question, value) => listIn(value).map((option, at) => `${option}/${at + 1}`),
  // A cell for each level: what was chosen there, below what was chosen before.
  chained_selects: (_question, value) => listIn(value).map((_, at, path) => path.slice(0, at + 1).join("/")),
  star: mark,
  nps: mark,
  text: none,
  textarea: none,
  phone: none,
  upload: none,
  address: none,
  datetime: none,
  blanks: none,
  description: none,
  matrix_radio: chosenInRows,
  matrix_checkbox: chosenInRows,
  matrix_star: ({ subTitles }, value) =>
    subTitles.flatMap(({ id }) => {
      const given = textAt(value, id);
      return given === "" ? [] : [`${id}/${given}`];
    }),
};
