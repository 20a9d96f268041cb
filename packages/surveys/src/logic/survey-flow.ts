import { surveyEnd, type Condition, type Logic, type Rule } from "../model/logic.ts";
import type { Question, SurveyPage } from "../model/question.ts";

/** What of a survey decides which questions a respondent gets, and in which order. */
export interface SurveyFlow {
  readonly pages: readonly SurveyPage[];
  readonly logic: Logic;
}

/** A jump to the question at a position; the number of questions for the end of the survey. */
export interface Jump {
  /** `null` for always. */
  readonly when: Condition | null;
  readonly to: number;
}

/** A page with the positions of its questions among those of the survey. */
export interface FlowPage {
  readonly page: SurveyPage;
  readonly first: number;
  /** Behind the last question. */
  readonly end: number;
}

/** The simple logic of questions and options, and the rules, by the question or page that each is about. */
export interface PreparedFlow {
  readonly questions: readonly Question[];
  readonly pages: readonly FlowPage[];
  readonly shows: ReadonlyMap<string, readonly Condition[]>;
  readonly hides: ReadonlyMap<string, readonly Condition[]>;
  /** The first jump whose condition is true is taken. Jumps backwards are left out: a respondent could go in circles. */
  readonly jumps: ReadonlyMap<string, readonly Jump[]>;
}

const prepared = new WeakMap<SurveyFlow, PreparedFlow>();

/** Sorts the logic of a survey; a definition that is kept is sorted once. */
export function prepareFlow(flow: SurveyFlow): PreparedFlow {
  const known = prepared.get(flow);
  if (known !== undefined) return known;
  const made = prepare(flow);
  prepared.set(flow, made);
  return made;
}

function prepare({ pages, logic }: SurveyFlow): PreparedFlow {
  const questions = pages.flatMap((page) => page.questions);
  const flowPages = placePages(pages);
  const rules = [...simpleRules(questions), ...logic.rules];
  return {
    questions,
    pages: flowPages,
    shows: conditionsOf(rules, "show"),
    hides: conditionsOf(rules, "hide"),
    jumps: jumpsOf(questions, flowPages, logic.rules),
  };
}

function placePages(pages: readonly SurveyPage[]): readonly FlowPage[] {
  let end = 0;
  return pages.map((page) => {
    const first = end;
    end += page.questions.length;
    return { page, first, end };
  });
}

/** What `display` of the options says, as rules. */
function simpleRules(questions: readonly Question[]): readonly Rule[] {
  return questions.flatMap((question) => {
    const chose = choiceIn(question);
    return question.options.flatMap(({ id, display }) => {
      if (display.length === 0) return [];
      const when = chose(id);
      return display.map((target): Rule => ({ kind: "show", when, target }));
    });
  });
}

/** @returns what says of an option that it was chosen, in any row of a matrix */
function choiceIn({ id: question, subTitles }: Question): (option: string) => Condition {
  const rows = subTitles.map((row) => row.id);
  const places = rows.length === 0 ? { part: "" } : { part: "", rows };
  return (option) => ({ kind: "choice", question, options: [option], ...places });
}

function conditionsOf(
  rules: readonly Rule[],
  kind: "show" | "hide",
): ReadonlyMap<string, readonly Condition[]> {
  const found = new Map<string, Condition[]>();
  for (const rule of rules) {
    if (rule.kind !== kind) continue;
    const conditions = found.get(rule.target);
    if (conditions === undefined) found.set(rule.target, [rule.when]);
    else conditions.push(rule.when);
  }
  return found;
}

interface Source {
  readonly id: string;
  /** The position that a jump from here has to reach at least. */
  readonly end: number;
}

function jumpsOf(
  questions: readonly Question[],
  pages: readonly FlowPage[],
  rules: readonly Rule[],
): ReadonlyMap<string, readonly Jump[]> {
  const positions = positionsOf(questions, pages);
  const branches = branchesOf(rules);
  const ofQuestions = questions.map((question, at) => ({
    source: { id: question.id, end: at + 1 },
    ...simpleJumps(question),
  }));
  const ofPages = pages.map(({ page, end }) => ({ source: { id: page.id, end }, first: [], last: [] }));
  const found = new Map<string, readonly Jump[]>();
  for (const { source, first, last } of [...ofQuestions, ...ofPages]) {
    const jumps = forward(source, [...first, ...(branches.get(source.id) ?? []), ...last], positions);
    if (jumps.length > 0) found.set(source.id, jumps);
  }
  return found;
}

/** The position that a jump to an id leads to. */
export function positionsOf(
  questions: readonly Question[],
  pages: readonly FlowPage[],
): ReadonlyMap<string, number> {
  return new Map([
    ...questions.map(({ id }, at) => [id, at] as const),
    ...pages.map(({ page, first }) => [page.id, first] as const),
    [surveyEnd, questions.length] as const,
  ]);
}

interface NamedJump {
  readonly when: Condition | null;
  readonly to: string;
}

/** Jumps of options come before the branches from a question, and its own `goto` comes after them. */
function simpleJumps(question: Question): {
  readonly first: readonly NamedJump[];
  readonly last: readonly NamedJump[];
} {
  const chose = choiceIn(question);
  const first = question.options
    .filter((option) => option.goto !== "")
    .map((option) => ({ when: chose(option.id), to: option.goto }));
  return { first, last: question.goto === "" ? [] : [{ when: null, to: question.goto }] };
}

/** By where they begin. Those with a condition first: one without would leave them without effect. */
function branchesOf(rules: readonly Rule[]): ReadonlyMap<string, readonly NamedJump[]> {
  const branches = rules.filter((rule) => rule.kind === "branch");
  const sorted = branches.toSorted((one, other) => Number(one.when === null) - Number(other.when === null));
  return Map.groupBy(sorted, ({ from }) => from);
}

function forward(
  { end }: Source,
  jumps: readonly NamedJump[],
  positions: ReadonlyMap<string, number>,
): readonly Jump[] {
  return jumps.flatMap(({ when, to }) => {
    const position = positions.get(to);
    return position === undefined || position < end ? [] : [{ when, to: position }];
  });
}
