import type { AnswerPage, AnswerQuestion } from "../model/answer.ts";
import type { Question, SurveyPage } from "../model/question.ts";
import { answerReaderOf, type Reading } from "./answer-readers.ts";
import { isLeftOut } from "./left-out.ts";
import { type Problem, type ProblemSink, problemSink } from "../model/problem.ts";

/** The pages of an answer, or everything that is wrong with the values. */
export type BuiltAnswer =
  | { readonly ok: true; readonly pages: readonly AnswerPage[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/**
 * Checks the values of one answer against a survey's questions and writes them in the shape of the wire.
 *
 * Every question that takes an answer is in the result, an unanswered one with nothing filled in;
 * descriptions are left out. An empty text or list counts as no answer. A question that is not shown
 * is never required. Takes anything and throws nothing: what is wrong comes back as problems.
 *
 * @param pages the survey's pages
 * @param values what was answered, keyed by question index (from 1)
 * @example
 * const built = buildAnswerPages(survey.pages, { "1": 2, "2": ["Price", "Speed"] });
 */
export function buildAnswerPages(
  pages: readonly SurveyPage[],
  values: Readonly<Record<string, unknown>>,
): BuiltAnswer {
  const problems: Problem[] = [];
  const sink = problemSink(problems);
  refuseUnknown(pages, values, sink);
  const answered = pages.map((page) => ({
    id: page.id,
    questions: page.questions.flatMap((question) => answeredQuestion(question, values, sink)),
  }));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, pages: answered };
}

function refuseUnknown(
  pages: readonly SurveyPage[],
  values: Readonly<Record<string, unknown>>,
  sink: ProblemSink,
): void {
  const known = new Set(pages.flatMap((page) => page.questions.map((question) => String(question.index))));
  for (const key of Object.keys(values)) {
    if (!known.has(key)) sink.within(key).refuse(`names no question: there are ${known.size}`);
  }
}

function answeredQuestion(
  question: Question,
  values: Readonly<Record<string, unknown>>,
  sink: ProblemSink,
): readonly AnswerQuestion[] {
  const key = String(question.index);
  const value = values[key];
  if (question.type === "description" && isLeftOut(value)) return [];
  const { id, type, sub_type } = question;
  const reading = read(question, value, sink.within(key));
  return [{ id, type, sub_type, text: "", options: [], groups: [], blanks: [], ...reading }];
}

function read(question: Question, value: unknown, sink: ProblemSink): Reading {
  if (!isLeftOut(value)) return answerReaderOf(question)(question, value, sink);
  if (question.required && !question.hidden) sink.refuse("is required");
  return {};
}
