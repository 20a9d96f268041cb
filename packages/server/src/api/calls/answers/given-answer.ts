import {
  answerProblemWords,
  answerValuesOf,
  type AnswerPage,
  type AnswerValue,
  type AnswerValues,
  checkAnswer,
  customArgumentsPageId,
  type CustomArgument,
  type CustomArgumentValues,
  keepVisible,
  type Question,
  visiblePages,
  type SurveyDefinition,
  surveyLimits,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import type { ErrorProblem } from "../../../errors.ts";
import { integerField, objectField, textField } from "../../../http/body-fields.ts";
import { ParameterProblem, refusalFor } from "../../../http/parameters.ts";

const longestArgument = 1000;
const longestSeconds = 30 * 86_400;

const id = textField("Id of the part", { minimum: 1, maximum: 64 });
/** Some clients send marks as numbers. */
const text = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : value),
  textField("What was written or marked", { maximum: surveyLimits.answerText }),
);
const options = z
  .array(
    z.object({
      id,
      checked: integerField("1 when it is chosen", { minimum: 0, maximum: 1 }).default(1),
      text: text.default(""),
    }),
  )
  .max(surveyLimits.options)
  .default([]);

const question = z.object({
  id,
  text: text.default(""),
  options,
  groups: z
    .array(z.object({ id, text: text.default(""), options }))
    .max(surveyLimits.subTitles)
    .default([]),
  blanks: z
    .array(z.object({ id, value: text.default("") }))
    .max(surveyLimits.options * surveyLimits.blanks)
    .default([]),
});

const pages = z
  .array(z.object({ id, questions: z.array(question).max(surveyLimits.questionsPerPage) }))
  .max(surveyLimits.pages + 1);

const parts = z.object({
  pages,
  ua: textField("User agent of the respondent", { maximum: 1000 }).default(""),
  referrer: textField("Page that led the respondent to the survey", { maximum: 2048 }).default(""),
  time: integerField("Seconds that filling in took", { minimum: 0, maximum: longestSeconds }).default(0),
});

/** The field `answer` of a body: pages as answers are read, and what is known of the respondent's browser. */
export const answerField = objectField(
  "The answer: pages as in an answer that is read, and optionally ua, referrer, and time in seconds",
  z.preprocess(objectOfPages, parts),
);

function objectOfPages(value: unknown): unknown {
  return Array.isArray(value) ? { pages: value } : value;
}

const openid = textField("What the application calls its user", { maximum: 128 }).default("");

/** {@link answerField} of an answer that may name its respondent. */
export const newAnswerField = objectField(
  "The answer: pages as in an answer that is read, and optionally ua, referrer, time in seconds, and openid (or open_id), which names a respondent like respondent_id",
  z.preprocess(objectOfPages, parts.extend({ openid, open_id: openid })),
);

/** An answer as a call sends it. */
export type GivenAnswer = z.output<typeof answerField>;

/** An answer as it is stored. */
export interface ReadAnswer {
  readonly values: AnswerValues;
  readonly customArguments: CustomArgumentValues;
}

/** What an answer is checked against. */
export interface AnsweredSurvey {
  readonly definition: SurveyDefinition;
  readonly customArguments: readonly CustomArgument[];
}

/**
 * Reads an answer by the rules of the answering pages: of the questions that the logic shows, each has to be answered as it
 * asks, and answers to others are left out.
 *
 * @throws `ParameterProblem` (`invalid_argument`)
 */
export function readGivenAnswer(
  given: GivenAnswer,
  { definition, customArguments }: AnsweredSurvey,
): ReadAnswer {
  const argumentValues = argumentsOf(given, customArguments);
  const answered = given.pages.filter((page) => page.id !== customArgumentsPageId);
  refuseUnknownQuestions(answered, definition);
  const wirePages = answered.map((page) => wirePageOf(page, definition));
  const values = answerValuesOf(definition.pages, wirePages);
  refuseProblems(definition, values, argumentValues);
  return { values: keepVisible(definition, values, argumentValues), customArguments: argumentValues };
}

type GivenPages = GivenAnswer["pages"];

function argumentsOf({ pages: given }: GivenAnswer, known: readonly CustomArgument[]): CustomArgumentValues {
  const sent = given
    .filter((page) => page.id === customArgumentsPageId)
    .flatMap(({ questions }) => questions);
  const entries = sent.map(({ id: argumentId, text: value }) => {
    const argument = known.find((one) => one.id === argumentId);
    if (argument === undefined || value.length > longestArgument)
      throw new ParameterProblem("answer", "has a custom argument that is unknown or too long");
    return [argument.title, value] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ""));
}

function refuseUnknownQuestions(given: GivenPages, { pages: known }: SurveyDefinition): void {
  const ids = new Set(known.flatMap(({ questions }) => questions.map((one) => one.id)));
  const answered = given.flatMap(({ questions }) => questions.map((one) => one.id));
  if (answered.some((one) => !ids.has(one))) throw new ParameterProblem("answer", "has an unknown question");
  if (new Set(answered).size < answered.length)
    throw new ParameterProblem("answer", "answers a question more than once");
}

/** What the survey itself knows of a question need not be sent. */
function wirePageOf(
  { id: pageId, questions }: GivenPages[number],
  { pages: known }: SurveyDefinition,
): AnswerPage {
  const byId = new Map(known.flatMap((page) => page.questions.map((one) => [one.id, one] as const)));
  return {
    id: pageId,
    questions: questions.map((one) => ({
      id: one.id,
      type: byId.get(one.id)?.type ?? "text",
      sub_type: 0,
      text: one.text,
      options: chosen(one.options),
      groups: one.groups.map((group) => ({ ...group, options: chosen(group.options) })),
      blanks: one.blanks,
    })),
  };
}

function chosen(given: z.output<typeof options>) {
  return given
    .filter(({ checked }) => checked === 1)
    .map((option) => ({ id: option.id, checked: 1 as const, text: option.text }));
}

function refuseProblems(
  definition: SurveyDefinition,
  values: AnswerValues,
  customArguments: CustomArgumentValues,
): void {
  const shown = visiblePages(definition, { values, customArguments, seed: "" });
  const [first, ...others] = shown
    .flatMap(({ questions }) => questions)
    .flatMap((asked) => problemsOf(asked, values[asked.id]));
  if (first !== undefined) throw refusalFor([first, ...others]);
}

function problemsOf(asked: Question, value: AnswerValue | undefined): readonly ErrorProblem[] {
  const problem = checkAnswer(asked, value);
  if (problem === undefined) return [];
  const message = `In the parameter answer, the answer to question ${asked.id} ${answerProblemWords(problem)}.`;
  return [{ parameter: "answer", message }];
}
