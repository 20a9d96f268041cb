import type { AnswerValues } from "../model/answer-values.ts";
import type { ShuffleRule } from "../model/logic.ts";
import type { Question } from "../model/question.ts";
import { answersOf } from "../question-types/question-types.ts";
import { shuffle } from "./shuffle.ts";
import type { SurveyFlow } from "./survey-flow.ts";
import { visibleQuestions } from "./visible-questions.ts";

/** A respondent who fills in a survey. */
export interface FlowRespondent {
  readonly values: AnswerValues;
  /** By name. */
  readonly customArguments: Readonly<Record<string, string>>;
  /** Decides the order of what is shuffled; the same for all pages of one respondent, such as the id of the draft. */
  readonly seed: string;
  /** Whether each question has a page of its own, see {@link partsOf}. Default false. */
  readonly isOneByOne?: boolean;
}

/** A page as a respondent sees it. */
export interface VisiblePage {
  readonly id: string;
  /** Those that are shown, in order; at least one. */
  readonly questions: readonly Question[];
}

/**
 * The pages that a respondent gets, with the questions on them, in the order of this respondent. Pages without a
 * question to show are left out. The numbers of the questions count those that are shown.
 */
export function visiblePages(flow: SurveyFlow, respondent: FlowRespondent): readonly VisiblePage[] {
  const pages = pagesInOrder(flow, respondent).filter(({ questions }) => questions.length > 0);
  let number = 0;
  return pages.map(({ id, questions }) => ({
    id,
    questions: questions.map((question) =>
      answersOf(question) === "none" ? question : numbered(question, (number += 1)),
    ),
  }));
}

const numberedQuestions = new WeakMap<Question, Map<number, Question>>();

/** A question with another number: the same object each time, by which its markup is kept. */
function numbered(question: Question, number: number): Question {
  if (question.real_index === number) return question;
  const known = numberedQuestions.get(question) ?? new Map<number, Question>();
  const found = known.get(number) ?? { ...question, real_index: number };
  numberedQuestions.set(question, known.set(number, found));
  return found;
}

/**
 * The page that follows another one.
 *
 * @param after id of a page of the survey, which need not be shown itself; undefined for the first page
 * @returns undefined behind the last page
 * @example
 * const next = nextPage(definition, { values, customArguments, seed: draft.id }, page.id);
 */
export function nextPage(
  flow: SurveyFlow,
  respondent: FlowRespondent,
  after: string | undefined,
): VisiblePage | undefined {
  const pages = pagesInOrder(flow, respondent);
  const from = pages.findIndex(({ id }) => id === after) + 1;
  return pages.slice(from).find(({ questions }) => questions.length > 0);
}

/** The page before another one; undefined before the first. */
export function previousPage(
  flow: SurveyFlow,
  respondent: FlowRespondent,
  before: string,
): VisiblePage | undefined {
  const pages = pagesInOrder(flow, respondent);
  const end = pages.findIndex(({ id }) => id === before);
  return pages.slice(0, Math.max(end, 0)).findLast(({ questions }) => questions.length > 0);
}

/** Every page, with the questions that are shown, of which there may be none. */
function pagesInOrder(
  flow: SurveyFlow,
  { values, customArguments, seed, isOneByOne = false }: FlowRespondent,
): readonly VisiblePage[] {
  const visible = visibleQuestions(flow, values, customArguments);
  const shuffles = flow.logic.rules.filter((rule) => rule.kind === "shuffle");
  return inOrder(flow.pages, shuffles, seed).flatMap(({ id, questions }) => {
    const ordered = inOrder(questions, shuffles, seed);
    const parts = isOneByOne ? partsOf(ordered) : [{ id, questions: ordered }];
    return parts.map((part) => ({
      id: part.id,
      questions: part.questions.filter((question) => visible.has(question.id)),
    }));
  });
}

/**
 * The parts of a page whose questions are shown one at a time: each is a question with the paragraphs before it, and has the id of its
 * last entry. Questions and pages have ids of one kind, so it is the id of no page.
 */
function partsOf(questions: readonly Question[]): readonly VisiblePage[] {
  const parts: VisiblePage[] = [];
  let part: Question[] = [];
  for (const [at, question] of questions.entries()) {
    part.push(question);
    if (answersOf(question) === "none" && at < questions.length - 1) continue;
    parts.push({ id: question.id, questions: part });
    part = [];
  }
  return parts;
}

/** The page with an id, or with a question of that id: pages of one question are named by it. */
export function pageHolding<Page extends Pick<VisiblePage, "id" | "questions">>(
  pages: readonly Page[],
  id: string,
): Page | undefined {
  return (
    pages.find((page) => page.id === id) ??
    pages.find(({ questions }) => questions.some((question) => question.id === id))
  );
}

/** Shuffles the ranges whose both ends are among the entries. */
function inOrder<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  shuffles: readonly ShuffleRule[],
  seed: string,
): readonly Entry[] {
  let ordered = entries;
  for (const { from, to } of shuffles) {
    const first = entries.findIndex(({ id }) => id === from);
    const last = entries.findIndex(({ id }) => id === to);
    if (first < 0 || last < first) continue;
    const range = shuffle(ordered.slice(first, last + 1), `${seed} ${from} ${to}`);
    ordered = [...ordered.slice(0, first), ...range, ...ordered.slice(last + 1)];
  }
  return ordered;
}
