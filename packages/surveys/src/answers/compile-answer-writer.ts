import type { AnswerValues } from "../model/answer-values.ts";
import {
  type CustomArgument,
  type CustomArgumentValues,
  customArgumentsPageId,
} from "../model/custom-argument.ts";
import type { Question, SurveyPage } from "../model/question.ts";
import { answersOf } from "../question-types/question-types.ts";
import { wireFormOf } from "../question-fields/fields-of-type.ts";
import { noWireValue } from "../question-fields/wire-forms.ts";

/** Writes one answer: JSON text of the `answer` array of the wire. */
export type WriteAnswer = (values: AnswerValues, customArguments: CustomArgumentValues) => string;

/** Writes the part of an answer that belongs to a page. */
type WritePage = (values: AnswerValues, customArguments: CustomArgumentValues) => string;

/**
 * Prepares writing the answers to one version of a survey. Every question that takes an answer is written, an
 * unanswered one with nothing filled in. A survey with custom arguments has one more page for them.
 *
 * @param pages of the version that was answered
 * @param withTitles whether each question has its title beside its id
 * @example
 * const write = compileAnswerWriter(definition.pages, []);
 * write({ "q-1-abcd": ["o-100-ABCD"] }, {});
 */
export function compileAnswerWriter(
  pages: readonly SurveyPage[],
  customArguments: readonly CustomArgument[],
  withTitles = false,
): WriteAnswer {
  const writers = pages.map((page) => pageWriter(page, withTitles));
  if (customArguments.length > 0) writers.push(customArgumentsWriter(customArguments));
  return (values, given) => {
    let text = "";
    for (const write of writers) text += text === "" ? write(values, given) : `,${write(values, given)}`;
    return `[${text}]`;
  };
}

function pageWriter({ id, questions }: SurveyPage, withTitles: boolean): WritePage {
  const writers = questions
    .filter((question) => answersOf(question) !== "none")
    .map((question, at) => questionWriter(question, { isFirst: at === 0, withTitles }));
  const start = pageStart(id);
  return (values) => {
    let text = start;
    for (const write of writers) text += write(values);
    return `${text}]}`;
  };
}

function questionWriter(
  question: Question,
  { isFirst, withTitles }: { readonly isFirst: boolean; readonly withTitles: boolean },
): (values: AnswerValues) => string {
  const { id, type, sub_type, title } = question;
  const members = { id, type, sub_type, ...(withTitles ? { title } : {}) };
  const start = `${isFirst ? "" : ","}{${membersText(members)},`;
  const unanswered = `${start}${noWireValue}}`;
  const write = wireFormOf(question).writerFor(question);
  // Most answers are one option, whose text is the same each time.
  const single = new Map(question.options.map((option) => [option.id, `${start}${write([option.id])}}`]));
  return (values) => {
    const value = Object.hasOwn(values, id) ? values[id] : undefined;
    if (value === undefined) return unanswered;
    const known = Array.isArray(value) && value.length === 1 ? single.get(String(value[0])) : undefined;
    return known ?? `${start}${write(value)}}`;
  };
}

function customArgumentsWriter(customArguments: readonly CustomArgument[]): WritePage {
  const start = pageStart(customArgumentsPageId);
  const questions = customArguments.map(({ id, title, description }) => ({
    title,
    start: `{${membersText({ id, type: "text", sub_type: 0 })},"text":`,
    end: `,"options":[],"groups":[],"blanks":[],${membersText({ title, description })}}`,
  }));
  return (_values, given) => {
    const written = questions.map((question) => {
      const text = Object.hasOwn(given, question.title) ? given[question.title] : "";
      return `${question.start}${JSON.stringify(text)}${question.end}`;
    });
    return `${start}${written.join(",")}]}`;
  };
}

function pageStart(id: string): string {
  return `{${membersText({ id })},"questions":[`;
}

/** The members of an object as JSON text, without its braces. */
function membersText(members: Readonly<Record<string, string | number>>): string {
  return JSON.stringify(members).slice(1, -1);
}
