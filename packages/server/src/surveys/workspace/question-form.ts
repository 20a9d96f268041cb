import type { IdMaker, Question } from "@survey-open-platform/surveys";
import type { SurveyPictureProblem } from "../../model/survey-picture.ts";

/** Why a field of a question's form is refused. */
export type QuestionProblem =
  | "missing"
  | "too_long"
  | "repeated"
  | "code_taken"
  | "too_many"
  | "not_a_number"
  | "out_of_range"
  | "malformed";

/** Why a file is not taken: something else had to be corrected first, the survey has too many pictures, or the file is none. */
export type PictureProblem = Exclude<SurveyPictureProblem, "missing"> | "too_many" | "choose_again";

/** Whether a form has to be shown again. */
export function isRefused({ problems, pictureProblems = {} }: QuestionForm): boolean {
  return Object.keys(problems).length > 0 || Object.keys(pictureProblems).length > 0;
}

/** A question as a form has it, and what is wrong with it, by the id of the field. */
export interface QuestionForm {
  readonly question: Question;
  readonly problems: Readonly<Record<string, QuestionProblem>>;
  /** What is wrong with files of pictures, by the id of the field. */
  readonly pictureProblems?: Readonly<Record<string, PictureProblem>>;
  /** What was typed into the boxes for new parts, by the id of the box, where the question does not have them yet. */
  readonly added?: Readonly<Record<string, string>>;
}

/** Reads the value of a field; "" when there is none. */
export type ReadField = (name: string) => string;

/** What a form is read with. */
export interface QuestionFormContext {
  readonly makeId: IdMaker;
  /** The ids that a jump may lead to. */
  readonly targets: ReadonlySet<string>;
  /** Codes that other questions of the survey have. */
  readonly takenCodes: ReadonlySet<string>;
  /** Whether a new part may have an id that the form proposes. */
  readonly isFree: (id: string) => boolean;
  /** Whether the author is still writing: what is missing is written later. */
  readonly isUnfinished: boolean;
  /** Whether a part stays whose text is empty at the moment. */
  readonly keepsEmptied: boolean;
}
