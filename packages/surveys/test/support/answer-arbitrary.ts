import { constant, constantFrom, integer, oneof, option, record, subarray, type Arbitrary } from "fast-check";
import type { AnswerValue, AnswerValues } from "../../src/model/answer-values.ts";
import { linkedPaths } from "../../src/model/linked-entries.ts";
import { matrixCells } from "../../src/model/matrix-cells.ts";
import { blanksOfOption } from "../../src/model/option-blanks.ts";
import type { Question, SurveyPage } from "../../src/model/question.ts";
import type { AnswerKind } from "../../src/question-types/question-type.ts";
import { answersOf, definitionOf } from "../../src/question-types/question-types.ts";
import { anyText } from "./survey-arbitrary.ts";

type Draw = (question: Question, text: DrawText) => Arbitrary<AnswerValue>;
type DrawText = (max: number) => Arbitrary<string>;

const optionIds = ({ options }: Question) => options.map(({ id }) => id);
const one = (question: Question) => constantFrom(...optionIds(question)).map((id) => [id]);
const several = (question: Question) => subarray(optionIds(question), { minLength: 1 });
const files = () =>
  anyText(9)
    .map((names) => names.split(/[\r\n]+/).filter((name) => name !== ""))
    .filter((names) => names.length > 0);

const draws: Readonly<Record<AnswerKind, Draw>> = {
  none: () => constant(""),
  one_option: (question, draw) => one(question).chain((options) => filledIn(question, options, draw)),
  options: (question, draw) => several(question).chain((options) => filledIn(question, options, draw)),
  ranking: several,
  mark: (question) => markOf(question),
  text: ({ type }, draw) => (definitionOf(type).text === "phone" ? constant("+86 138 0013 8000") : draw(20)),
  moment: () => constant("2026-11-01 09:30"),
  files,
  path: ({ groups }) => constantFrom(...linkedPaths(groups).map((path) => path.map(({ id }) => id))),
  blanks: ({ blank_setting: blanks }, draw) => someOf(blanks, () => draw(20)),
  row_option: (question) => someOf(question.subTitles, () => one(question)),
  row_options: (question) => someOf(question.subTitles, () => several(question)),
  row_marks: (question) => someOf(question.subTitles, () => markOf(question)),
  row_texts: (question, draw) => someOf(matrixCells(question), () => draw(20)),
};

/** Answers to a survey, in which any question may be left out. */
export function answerValuesTo(
  pages: readonly SurveyPage[],
  draw: DrawText = anyText,
): Arbitrary<AnswerValues> {
  const questions = pages.flatMap((page) => page.questions).filter(({ type }) => type !== "description");
  const drawn = questions.map(
    (question) => [question.id, option(draws[answersOf(question)](question, draw))] as const,
  );
  return record(Object.fromEntries(drawn)).map(withoutNull);
}

/** Chosen options, perhaps with some of their blanks filled. */
function filledIn(question: Question, options: readonly string[], draw: DrawText): Arbitrary<AnswerValue> {
  const blanks = options.flatMap((id) => blanksOfOption(question, id));
  if (blanks.length === 0) return constant(options);
  const withBlanks = someOf(blanks, () => draw(20)).map((texts) => ({ options, blanks: texts }));
  return oneof(constant(options), withBlanks);
}

/** At least one of several parts, each with a value. */
function someOf<Value>(parts: readonly { readonly id: string }[], draw: () => Arbitrary<Value>) {
  return subarray([...parts], { minLength: 1 }).chain((chosen) =>
    record(Object.fromEntries(chosen.map(({ id }) => [id, draw()]))),
  );
}

function markOf({ starBeginNum, starNum }: Question): Arbitrary<string> {
  return integer({ min: starBeginNum, max: starNum }).map(String);
}

function withoutNull(values: Readonly<Record<string, AnswerValue | null>>): AnswerValues {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, AnswerValue] => entry[1] !== null),
  );
}
