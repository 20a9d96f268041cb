import type { Question } from "../model/question.ts";
import type { ProblemSink } from "../model/problem.ts";
import type { AnswerProblem } from "../question-fields/answer-problem.ts";
import { answerProblemWords } from "../question-fields/answer-problem-words.ts";
import { checkLine, checkMark, checkMoment, checkPhone, checkText } from "../question-fields/text-rules.ts";

type Check = (question: Question, text: string) => AnswerProblem | undefined;

/** Reads a text that obeys a rule; an empty one is no answer. */
function textReader(check: Check) {
  return (question: Question, value: unknown, sink: ProblemSink): string => {
    if (typeof value !== "string") {
      sink.refuse("must be a text");
      return "";
    }
    const problem = value === "" ? undefined : check(question, value);
    if (problem !== undefined) sink.refuse(answerProblemWords(problem));
    return value;
  };
}

/** Reads a text of any number of lines, within the question's own limit. */
export const readText = textReader(checkText);

/** Reads a text of one line that obeys the question's rule. */
export const readLine = textReader(checkLine);

/** Reads a telephone number. */
export const readPhone = textReader((_question, text) => checkPhone(text));

/** Reads a day, a time of day, or both. */
export const readMoment = textReader((_question, text) => checkMoment(text));

/** Reads a mark on the question's scale, given as a number or as its digits. */
export function readMark(question: Question, value: unknown, sink: ProblemSink): string {
  const text = typeof value === "number" ? String(value) : value;
  const problem = typeof text === "string" ? checkMark(question, text) : checkMark(question, "");
  if (problem === undefined) return String(Number(text));
  sink.refuse(answerProblemWords(problem));
  return "";
}
