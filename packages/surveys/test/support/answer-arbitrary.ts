import { constant, constantFrom, integer, oneof, option, record, subarray, type Arbitrary } from "fast-check";
import type { AnswerValue, AnswerValues } from "../../src/model/answer-values.ts";
import { linkedPaths } from "../../src/model/linked-entries.ts";
import { blanksOfOption } from "../../src/model/option-blanks.ts";
import type { Question, QuestionType, SurveyPage } from "../../src/model/question.ts";
import { anyText } from "./survey-arbitrary.ts";

type Draw = (question: Question, text: DrawText) => Arbitrary<AnswerValue>;
type DrawText = (max: number) => Arbitrary<string>;

const text: Draw = (_question, draw) => draw(20);
const mark: Draw = (question) => markOf(question);
const optionIds = ({ options }: Question) => options.map(({ id }) => id);
const one = (question: Question) => constantFrom(...optionIds(question)).map((id) => [id]);
const several = (question: Question) => subarray(optionIds(question), { minLength: 1 });
const files = () =>
  anyText(9)
    .map((names) => names.split(/[\r\n]+/).filter((name) => name !== ""))
    .filter((names) => names.length > 0);

const draws: Readonly<Record<QuestionType, Draw>> = {
  radio: (question, draw) => one(question).chain((options) => filledIn(question, options, draw)),
  select: one,
  checkbox: (question, draw) => several(question).chain((options) => filledIn(question, options, draw)),
  sort: several,
  text,
  textarea: text,
  address: text,
  phone: () => constant("+86 138 0013 8000"),
  chained_selects: ({ groups }) =>
    constantFrom(...linkedPaths(groups).map((path) => path.map(({ id }) => id))),
  datetime: () => constant("2026-11-01 09:30"),
  star: mark,
  nps: mark,
  blanks: ({ blank_setting: blanks }, draw) => someOf(blanks, () => draw(20)),
  matrix_radio: (question) => someOf(question.subTitles, () => one(question)),
  matrix_checkbox: (question) => someOf(question.subTitles, () => several(question)),
  matrix_star: (question) => someOf(question.subTitles, () => markOf(question)),
  upload: files,
  description: () => constant(""),
};

/** Answers to a survey, in which any question may be left out. */
export function answerValuesTo(
  pages: readonly SurveyPage[],
  draw: DrawText = anyText,
): Arbitrary<AnswerValues> {
  const questions = pages.flatMap((page) => page.questions).filter(({ type }) => type !== "description");
  const drawn = questions.map(
    (question) => [question.id, option(draws[question.type](question, draw))] as const,
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
