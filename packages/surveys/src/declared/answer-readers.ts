import type { AnswerQuestion } from "../model/answer.ts";
import type { Question, QuestionType } from "../model/question.ts";
import type { ProblemSink } from "../model/problem.ts";
import { fillable } from "./read-fillable.ts";
import { readOption, readOptions, readPath, readRanking } from "./read-options.ts";
import { readBlanks, readChoiceRows, readMarkRows } from "./read-parts.ts";
import { readLine, readMark, readMoment, readPhone, readText } from "./read-text.ts";

/** The parts of an answered question that hold what was answered; what is left out is empty. */
export type Reading = Partial<Pick<AnswerQuestion, "text" | "options" | "groups" | "blanks">>;

/** Reads the value given for a question of one type, noting every problem in the sink. */
type Reader = (question: Question, value: unknown, sink: ProblemSink) => Reading;

/** How a value is read, per type of question: complete, so a new type does not compile without its line. */
export const answerReaders: Readonly<Record<QuestionType, Reader>> = {
  radio: fillable(readOption),
  select: (question, value, sink) => ({ options: readOption(question, value, sink) }),
  checkbox: fillable(readOptions),
  sort: (question, value, sink) => ({ options: readRanking(question, value, sink) }),
  star: (question, value, sink) => ({ text: readMark(question, value, sink) }),
  nps: (question, value, sink) => ({ text: readMark(question, value, sink) }),
  text: (question, value, sink) => ({ text: readLine(question, value, sink) }),
  textarea: (question, value, sink) => ({ text: readText(question, value, sink) }),
  phone: (question, value, sink) => ({ text: readPhone(question, value, sink) }),
  chained_selects: (question, value, sink) => ({ options: readPath(question, value, sink) }),
  upload: (question, value, sink) => ({ text: readLine(question, value, sink) }),
  address: (question, value, sink) => ({ text: readLine(question, value, sink) }),
  datetime: (question, value, sink) => ({ text: readMoment(question, value, sink) }),
  blanks: (question, value, sink) => ({ blanks: readBlanks(question, value, sink) }),
  matrix_radio: (question, value, sink) => ({ groups: readChoiceRows(question, value, sink, readOption) }),
  matrix_checkbox: (question, value, sink) => ({
    groups: readChoiceRows(question, value, sink, readOptions),
  }),
  matrix_star: (question, value, sink) => ({ groups: readMarkRows(question, value, sink) }),
  description: (_question, _value, sink) => {
    sink.refuse("is a description and takes no answer");
    return {};
  },
};
