import type { AnswerQuestion } from "../model/answer.ts";
import type { Question } from "../model/question.ts";
import type { ProblemSink } from "../model/problem.ts";
import type { AnswerKind } from "../question-types/question-type.ts";
import { answersOf, definitionOf, needsOf } from "../question-types/question-types.ts";
import { fillable } from "./read-fillable.ts";
import { readOption, readOptions, readPath, readRanking } from "./read-options.ts";
import { readBlanks, readChoiceRows, readMarkRows, readTextRows, type ReadChoice } from "./read-parts.ts";
import { readLine, readMark, readMoment, readPhone, readText } from "./read-text.ts";

/** The parts of an answered question that hold what was answered; what is left out is empty. */
export type Reading = Partial<Pick<AnswerQuestion, "text" | "options" | "groups" | "blanks">>;

/** Reads the value given for a question of one type, noting every problem in the sink. */
type Reader = (question: Question, value: unknown, sink: ProblemSink) => Reading;

const textReaders = { line: readLine, lines: readText, phone: readPhone } as const;

const readers: Readonly<Record<AnswerKind, Reader>> = {
  none: (_question, _value, sink) => {
    sink.refuse("is a description and takes no answer");
    return {};
  },
  one_option: choiceReader(readOption),
  options: choiceReader(readOptions),
  ranking: (question, value, sink) => ({ options: readRanking(question, value, sink) }),
  mark: (question, value, sink) => ({ text: readMark(question, value, sink) }),
  text: (question, value, sink) => {
    const { text = "line" } = definitionOf(question.type);
    return { text: textReaders[text](question, value, sink) };
  },
  moment: (question, value, sink) => ({ text: readMoment(question, value, sink) }),
  files: (question, value, sink) => ({ text: readLine(question, value, sink) }),
  path: (question, value, sink) => ({ options: readPath(question, value, sink) }),
  blanks: (question, value, sink) => ({ blanks: readBlanks(question, value, sink) }),
  row_option: (question, value, sink) => ({ groups: readChoiceRows(question, value, sink, readOption) }),
  row_options: (question, value, sink) => ({ groups: readChoiceRows(question, value, sink, readOptions) }),
  row_texts: (question, value, sink) => ({ groups: readTextRows(question, value, sink) }),
  row_marks: (question, value, sink) => ({ groups: readMarkRows(question, value, sink) }),
};

/** How a value that was given for a question is read. */
export function answerReaderOf(question: Question): Reader {
  return readers[answersOf(question)];
}

function choiceReader(read: ReadChoice): Reader {
  const readFilled = fillable(read);
  return (question, value, sink) =>
    needsOf(question.type).options === "fillable"
      ? readFilled(question, value, sink)
      : { options: read(question, value, sink) };
}
