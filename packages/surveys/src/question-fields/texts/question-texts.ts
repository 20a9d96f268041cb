import type { AnswerProblem, AnswerProblemCode } from "../answer-problem.ts";

/** The words that questions have on every page. */
export interface QuestionTexts {
  readonly required: string;
  readonly optional: string;
  readonly choose: string;
  readonly chooseSome: (fewest: number, most: number) => string;
  readonly noRank: string;
  readonly rankHint: string;
  readonly rankOf: (option: string) => string;
  readonly moveUp: (option: string) => string;
  readonly moveDown: (option: string) => string;
  readonly up: string;
  readonly down: string;
  readonly date: string;
  readonly time: string;
  readonly blankOf: (option: string, number: number, count: number) => string;
  readonly noFiles: string;
  /** What an upload takes. @param endings of file names; none for any @param megabytes of one file */
  readonly fileHint: (endings: readonly string[], megabytes: string, most: number) => string;
  readonly addFiles: string;
  readonly keptFiles: string;
  /** A problem with a row, blank or option. */
  readonly inPart: (part: string, problem: string) => string;
  readonly problems: Readonly<Record<AnswerProblemCode, (problem: AnswerProblem) => string>>;
}
