import { blanksOfOption } from "../model/option-blanks.ts";
import type { AnswerBlank, AnswerQuestion } from "../model/answer.ts";
import type { BlankSetting, Question } from "../model/question.ts";
import type { ProblemSink } from "../model/problem.ts";
import { findOption } from "./read-options.ts";
import type { ReadChoice } from "./read-parts.ts";
import { readLine } from "./read-text.ts";

/** An option with what was filled into its blanks, in their order. */
interface FilledOption {
  readonly option: unknown;
  readonly blanks: readonly unknown[];
}

/** Reads choices of which each may be an option with the texts of its blanks; the options are read with `readChosen`. */
export function fillable(readChosen: ReadChoice) {
  return (
    question: Question,
    value: unknown,
    sink: ProblemSink,
  ): Pick<AnswerQuestion, "options" | "blanks"> => {
    const options = readChosen(question, Array.isArray(value) ? value.map(optionOf) : optionOf(value), sink);
    const blanks = Array.isArray(value)
      ? value.flatMap((item: unknown, at) => filledBlanks(question, item, sink.within(at)))
      : filledBlanks(question, value, sink);
    return { options, blanks: inOrderOf(question.blank_setting, blanks) };
  };
}

function isFilledOption(value: unknown): value is FilledOption {
  return (
    typeof value === "object" &&
    value !== null &&
    "option" in value &&
    "blanks" in value &&
    Array.isArray(value.blanks)
  );
}

function optionOf(value: unknown): unknown {
  return isFilledOption(value) ? value.option : value;
}

function filledBlanks(question: Question, value: unknown, sink: ProblemSink): readonly AnswerBlank[] {
  // What is wrong with the option itself was found with the others.
  const option = isFilledOption(value) ? findOption(question, value.option) : undefined;
  if (!isFilledOption(value) || option === undefined) return [];
  const known = blanksOfOption(question, option.id);
  return value.blanks.flatMap((text, at) => {
    const place = sink.within("blanks").within(at);
    const blank = known[at];
    if (blank !== undefined) return filledBlank(question, blank, text, place);
    place.refuse(`has no blank: the option has ${known.length}`);
    return [];
  });
}

function filledBlank(
  question: Question,
  { id, validate }: BlankSetting,
  text: unknown,
  sink: ProblemSink,
): readonly AnswerBlank[] {
  const value = readLine({ ...question, maxlength: 0, validate }, text, sink);
  return value === "" ? [] : [{ id, value }];
}

function inOrderOf(
  settings: readonly BlankSetting[],
  blanks: readonly AnswerBlank[],
): readonly AnswerBlank[] {
  return settings.flatMap(({ id }) => blanks.filter((blank) => blank.id === id));
}
