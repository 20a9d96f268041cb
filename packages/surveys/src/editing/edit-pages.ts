import { withCode } from "../model/codes.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import type { IdMaker } from "../model/ids.ts";
import type { Question, SurveyPage } from "../model/question.ts";
import { answersOf } from "../question-types/question-types.ts";
import { copyTranslations } from "../languages/translate-survey.ts";
import { copyQuestionParts } from "./copy-question.ts";

/** Where something is moved to. */
export type MoveDirection = "up" | "down";

type Pages = readonly SurveyPage[];

/** A change of the pages of a definition; undefined when there is nothing that it could change. */
export type PagesEdit = (pages: Pages) => Pages | undefined;

/**
 * Changes the pages of a definition, and numbers them again. Ids stay.
 *
 * @returns undefined when the edit could change nothing, such as moving up the first question
 * @example
 * const edited = editPages(definition, movingQuestion("q-2-abcd", "up"));
 */
export function editPages(definition: SurveyDefinition, edit: PagesEdit): SurveyDefinition | undefined {
  const pages = edit(definition.pages);
  return pages && { ...definition, pages: numberPages(pages) };
}

/** Numbers pages and questions by their places. */
export function numberPages(pages: Pages): Pages {
  let index = 0;
  let realIndex = 0;
  return pages.map((page, at) => ({
    ...page,
    index: String(at + 1),
    questions: page.questions.map((question) => {
      const takesAnswer = answersOf(question) !== "none";
      index += 1;
      if (takesAnswer) realIndex += 1;
      return { ...question, index, real_index: takesAnswer ? realIndex : 0 };
    }),
  }));
}

/** Adds a question to a page. */
export function addingQuestion({ page: pageId, before }: QuestionPlace, question: Question): PagesEdit {
  return (pages) =>
    changePage(pages, pageId, (page) => [{ ...page, questions: placed(page.questions, question, before) }]);
}

/**
 * Adds the questions of pages, with new ids for everything in them: those of the first page at a place, or at the end where its page is
 * gone; each further page becomes one. What stood behind the place comes after all of them.
 */
export function addingPages(
  { page: pageId, before }: QuestionPlace,
  added: readonly (readonly Question[])[],
  makeId: IdMaker,
): PagesEdit {
  return (pages) => {
    const page = pages.find(({ id }) => id === pageId) ?? pages.at(-1);
    if (page === undefined) return undefined;
    const found = page.questions.findIndex(({ id }) => id === before);
    const at = found < 0 ? page.questions.length : found;
    const groups = added.map((questions, number) => [
      ...(number === 0 ? page.questions.slice(0, at) : []),
      ...questions.map((question) => copyQuestionParts(question, makeId)),
      ...(number === added.length - 1 ? page.questions.slice(at) : []),
    ]);
    if (groups.length === 0) return undefined;
    return changePage(pages, page.id, () =>
      groups.map((questions, number) =>
        number === 0 ? { ...page, questions } : { id: makeId("page"), index: "", questions },
      ),
    );
  };
}

/** Puts a question in the place of the one with the same id. */
export function replacingQuestion(question: Question): PagesEdit {
  return (pages) => changeQuestion(pages, question.id, () => [question]);
}

/** Removes a question. */
export function removingQuestion(id: string): PagesEdit {
  return (pages) => changeQuestion(pages, id, () => []);
}

/** Puts a copy of a question behind it, with new ids for everything in it and without its code. @returns undefined when there is none of the id */
export function copyQuestion(
  definition: SurveyDefinition,
  id: string,
  makeId: IdMaker,
): SurveyDefinition | undefined {
  const original = definition.pages.flatMap(({ questions }) => questions).find((one) => one.id === id);
  if (original === undefined) return undefined;
  const copy = withCode(copyQuestionParts(original, makeId), "");
  const edited = editPages(definition, (pages) => changeQuestion(pages, id, () => [original, copy]));
  return edited && copyTranslations(edited, original, copy);
}

/** Moves a question past its neighbour, or onto the page before or after its own. */
export function movingQuestion(id: string, direction: MoveDirection): PagesEdit {
  return (pages) => {
    const from = pages.findIndex(({ questions }) => questions.some((question) => question.id === id));
    const page = pages[from];
    if (page === undefined) return undefined;
    const at = page.questions.findIndex((question) => question.id === id);
    const to = direction === "up" ? at - 1 : at + 1;
    if (to >= 0 && to < page.questions.length)
      return pages.with(from, { ...page, questions: swapped(page.questions, at, to) });
    return ontoNeighbour(pages, { from, at, direction });
  };
}

/** Where a question is put. */
export interface QuestionPlace {
  /** The id of the page. */
  readonly page: string;
  /** The id of the question that it comes before; one that is not on the page stands for the end of the page. */
  readonly before: string;
}

/** Puts a question at a place of any page. */
export function placingQuestion(id: string, { page: pageId, before }: QuestionPlace): PagesEdit {
  return (pages) => {
    const question = pages.flatMap(({ questions }) => questions).find((one) => one.id === id);
    if (question === undefined || before === id || !pages.some((page) => page.id === pageId))
      return undefined;
    return pages.map((page) => {
      const others = page.questions.filter((one) => one !== question);
      return { ...page, questions: page.id === pageId ? placed(others, question, before) : others };
    });
  };
}

/** Puts an entry before the one with an id; at the end where there is none. */
export function placed<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  entry: Entry,
  before: string,
): readonly Entry[] {
  const at = entries.findIndex(({ id }) => id === before);
  return entries.toSpliced(at < 0 ? entries.length : at, 0, entry);
}

/** Moves a page with its questions past its neighbour. */
export function movingPage(id: string, direction: MoveDirection): PagesEdit {
  return (pages) => {
    const at = pages.findIndex((page) => page.id === id);
    const to = direction === "up" ? at - 1 : at + 1;
    return at < 0 || to < 0 || to >= pages.length ? undefined : swapped(pages, at, to);
  };
}

/** Puts a page with its questions before another one; at the end where there is no page of the id `before`. */
export function placingPage(id: string, before: string): PagesEdit {
  return (pages) => {
    const page = pages.find((one) => one.id === id);
    if (page === undefined || before === id) return undefined;
    return placed(
      pages.filter((one) => one !== page),
      page,
      before,
    );
  };
}

/** Adds an empty page behind another one. */
export function addingPage(after: string, makeId: IdMaker): PagesEdit {
  return (pages) =>
    changePage(pages, after, (page) => [page, { id: makeId("page"), index: "", questions: [] }]);
}

/** Removes the break before a page: its questions go to the end of the page before. */
export function joiningPage(id: string): PagesEdit {
  return (pages) => {
    const at = pages.findIndex((page) => page.id === id);
    const [before, page] = [pages[at - 1], pages[at]];
    if (before === undefined || page === undefined) return undefined;
    const joined = { ...before, questions: [...before.questions, ...page.questions] };
    return [...pages.slice(0, at - 1), joined, ...pages.slice(at + 1)];
  };
}

/** Removes a page with its questions; the only page stays. */
export function removingPage(id: string): PagesEdit {
  return (pages) => (pages.length < 2 ? undefined : changePage(pages, id, () => []));
}

function changePage(
  pages: Pages,
  id: string,
  change: (page: SurveyPage) => readonly SurveyPage[],
): Pages | undefined {
  if (!pages.some((page) => page.id === id)) return undefined;
  return pages.flatMap((page) => (page.id === id ? change(page) : [page]));
}

function changeQuestion(
  pages: Pages,
  id: string,
  change: (question: Question) => readonly Question[],
): Pages | undefined {
  const page = pages.find(({ questions }) => questions.some((question) => question.id === id));
  if (page === undefined) return undefined;
  const questions = page.questions.flatMap((question) =>
    question.id === id ? change(question) : [question],
  );
  return changePage(pages, page.id, () => [{ ...page, questions }]);
}

/** @returns undefined at the first or the last page */
function ontoNeighbour(
  pages: Pages,
  { from, at, direction }: { readonly from: number; readonly at: number; readonly direction: MoveDirection },
): Pages | undefined {
  const to = direction === "up" ? from - 1 : from + 1;
  const [page, neighbour] = [pages[from], pages[to]];
  const question = page?.questions[at];
  if (page === undefined || neighbour === undefined || question === undefined) return undefined;
  const questions =
    direction === "up" ? [...neighbour.questions, question] : [question, ...neighbour.questions];
  return pages
    .with(from, { ...page, questions: page.questions.toSpliced(at, 1) })
    .with(to, { ...neighbour, questions });
}

/** Both are positions in the list. */
function swapped<Entry>(entries: readonly Entry[], one: number, other: number): readonly Entry[] {
  const [first, second] = [entries[one], entries[other]];
  if (first === undefined || second === undefined) return entries;
  return entries.with(one, second).with(other, first);
}
