import type { AnswerValue } from "../../src/model/answer-values.ts";
import type { Condition, NumberTest, Rule, TextTest } from "../../src/model/logic.ts";
import type { Question } from "../../src/model/question.ts";
import type { GeneratedCase } from "./generated-survey.ts";

/*
 * The meaning of a survey's logic, written down as directly as possible: each question asks again about all before it. It shares
 * no code with the evaluator, and is far too slow for it: it doubles its work with each question.
 */

/** Whether the question at a position is shown. */
export function isVisible(given: GeneratedCase, at: number): boolean {
  const question = questionsOf(given)[at];
  if (question === undefined || question.hidden) return false;
  const page = pageOf(given, at);
  return !isSkipped(given, at) && isWanted(given, question.id, at) && isWanted(given, page, at);
}

function questionsOf({ flow }: GeneratedCase): readonly Question[] {
  return flow.pages.flatMap((page) => page.questions);
}

function pageOf({ flow }: GeneratedCase, at: number): string {
  const pages = flow.pages.flatMap((page) => page.questions.map(() => page.id));
  return pages[at] ?? "";
}

/** The first and the last position of a page; the last is before the first on an empty one. */
function rangeOf(given: GeneratedCase, page: string): readonly [number, number] {
  const index = given.flow.pages.findIndex(({ id }) => id === page);
  const before = given.flow.pages.slice(0, index).flatMap(({ questions }) => questions).length;
  return [before, before + (given.flow.pages[index]?.questions.length ?? 0) - 1];
}

/** Rules about a question or page. Those about a page are decided by what stands before the page. */
function isWanted(given: GeneratedCase, target: string, position: number): boolean {
  const until = target.startsWith("p-") ? rangeOf(given, target)[0] : position;
  const shows = [
    ...given.flow.logic.rules.filter((rule) => rule.kind === "show" && rule.target === target),
    ...questionsOf(given).flatMap((question) =>
      question.options
        .filter(({ display }) => display.includes(target))
        .map(({ id }): Rule => ({ kind: "show", target, when: chosenAnywhere(question, id) })),
    ),
  ];
  const hides = given.flow.logic.rules.filter((rule) => rule.kind === "hide" && rule.target === target);
  const isTrue = (rule: Rule) =>
    rule.kind !== "shuffle" && rule.when !== null && holds(given, rule.when, until - 1);
  return (shows.length === 0 || shows.some(isTrue)) && !hides.some(isTrue);
}

function chosenAnywhere(question: Question, option: string): Condition {
  if (question.type !== "matrix_radio")
    return { kind: "choice", question: question.id, part: "", options: [option] };
  return {
    kind: "or",
    conditions: ["g-1", "g-2"].map((part) => ({
      kind: "choice",
      question: question.id,
      part,
      options: [option],
    })),
  };
}

/** Something before it that is shown leads to something behind it, or to it but past its predecessors. */
function isSkipped(given: GeneratedCase, at: number): boolean {
  for (let earlier = 0; earlier < at; earlier += 1) {
    if (isVisible(given, earlier) && (landing(given, earlier) ?? 0) > at) return true;
  }
  return given.flow.pages.some(({ id }) => {
    const [first, last] = rangeOf(given, id);
    if (last < first || last >= at) return false;
    const shown = range(first, last).filter((one) => isVisible(given, one));
    const hasLeft = shown.some((one) => (landing(given, one) ?? 0) > last);
    return shown.length > 0 && !hasLeft && (landingOf(given, id, last, []) ?? 0) > at;
  });
}

/** Where the respondent jumps to from the question at a position. */
function landing(given: GeneratedCase, at: number): number | undefined {
  const question = questionsOf(given)[at];
  if (question === undefined) return undefined;
  const ofOptions = question.options
    .filter(({ goto }) => goto !== "")
    .map(({ id, goto }) => ({ when: chosenAnywhere(question, id), to: goto }));
  const own = question.goto === "" ? [] : [{ when: null, to: question.goto }];
  return landingOf(given, question.id, at, ofOptions, own);
}

interface Jump {
  readonly when: Condition | null;
  readonly to: string;
}

function landingOf(
  given: GeneratedCase,
  from: string,
  at: number,
  before: readonly Jump[],
  after: readonly Jump[] = [],
): number | undefined {
  const rules = given.flow.logic.rules.filter(
    (rule) => rule.kind === "branch" && rule.from === from,
  ) as Jump[];
  const jumps = [
    ...before,
    ...rules.filter(({ when }) => when !== null),
    ...rules.filter(({ when }) => when === null),
    ...after,
  ];
  for (const { when, to } of jumps) {
    const target = positionOf(given, to);
    if (target === undefined || target <= at) continue;
    if (when === null || holds(given, when, at)) return target;
  }
  return undefined;
}

function positionOf(given: GeneratedCase, id: string): number | undefined {
  if (id === "END") return questionsOf(given).length;
  if (id.startsWith("p-"))
    return given.flow.pages.some((page) => page.id === id) ? rangeOf(given, id)[0] : undefined;
  const at = questionsOf(given).findIndex((question) => question.id === id);
  return at < 0 ? undefined : at;
}

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** A condition, with the answers to questions up to a position that are shown. */
function holds(given: GeneratedCase, condition: Condition, until: number): boolean {
  if ("conditions" in condition) {
    const results = new Set(condition.conditions.map((one) => holds(given, one, until)));
    return condition.kind === "and" ? !results.has(false) : results.has(true);
  }
  if (condition.kind === "not") return !holds(given, condition.condition, until);
  return "question" in condition
    ? holdsOfQuestion(condition, valueAt(given, condition.question, until))
    : holdsOfText(condition, given, until);
}

function holdsOfQuestion(test: Extract<Condition, { question: string }>, value: unknown): boolean {
  if (test.kind === "answered") return size(value) !== 0;
  if (test.kind === "count") return size(value) !== 0 && isOrdered(size(value), test.is, test.value);
  const chosen = new Set(optionsOf(test.part === "" ? value : rowOf(value, test.part)));
  return test.options.some((id) => chosen.has(id));
}

function holdsOfText(test: NumberTest | TextTest, given: GeneratedCase, until: number): boolean {
  const { subject } = test;
  const text =
    subject.kind === "argument"
      ? (new Map(Object.entries(given.customArguments)).get(subject.name) ?? "")
      : textAt(valueAt(given, subject.question, until), subject.part);
  const one = text.trim().toLowerCase();
  if (test.kind === "number")
    return one !== "" && Number.isFinite(Number(one)) && isOrdered(Number(one), test.is, test.value);
  const other = test.value.toLowerCase();
  return test.is === "=" ? one === other : one.split(other).length > 1;
}

function valueAt(given: GeneratedCase, id: string, until: number): unknown {
  const at = questionsOf(given).findIndex((question) => question.id === id);
  if (at < 0 || at > until || !isVisible(given, at)) return undefined;
  return new Map<string, AnswerValue>(Object.entries(given.values)).get(id);
}

function optionsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return Array.isArray(rowOf(value, "options")) ? (rowOf(value, "options") as unknown[]) : [];
}

function rowOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? new Map(Object.entries(value)).get(name)
    : undefined;
}

function textAt(value: unknown, part: string): string {
  const found = part === "" ? value : (rowOf(rowOf(value, "blanks"), part) ?? rowOf(value, part));
  return typeof found === "string" ? found : "";
}

function size(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value === "string") return value.trim() === "" ? 0 : 1;
  if (Array.isArray(value)) return value.length;
  if (rowOf(value, "options") !== undefined) return optionsOf(value).length;
  return Object.values(value as object).filter((part: unknown) => JSON.stringify(part).length > 2).length;
}

function isOrdered(one: number, is: string, other: number): boolean {
  const order = Math.sign(one - other);
  return { "=": [0], "<": [-1], "<=": [-1, 0], ">": [1], ">=": [1, 0] }[is]?.includes(order) ?? false;
}
