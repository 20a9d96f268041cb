import type { AnswerValue } from "../model/answer-values.ts";
import type { ChoiceTest, Condition, Test } from "../model/logic.ts";
import type { Question } from "../model/question.ts";
import { Effort } from "./effort.ts";
import { possibleArguments, possibleValues, sizeOfValue, type Literal } from "./possible-values.ts";
import { testCondition, type ConditionContext } from "./test-condition.ts";

/** Ways to make a condition true that are looked at. */
const waysMaximum = 500;

/** Finds a question of the survey. */
export type FindQuestion = (id: string) => Question | undefined;

/**
 * Whether some answers make a condition true. It is false only when none can: where that would take too long to find out, it is
 * true. That questions may be hidden is not looked at.
 *
 * @param effort what may be spent on this condition and others
 */
export function canBeTrue(condition: Condition, find: FindQuestion, effort = new Effort()): boolean {
  const search = { find, effort };
  const ways = waysTo(condition, true, effort);
  return ways === undefined || ways.some((literals) => isPossible(literals, search));
}

interface Search {
  readonly find: FindQuestion;
  readonly effort: Effort;
}

type Ways = readonly (readonly Literal[])[];

/** The ways in which a condition comes out as wanted, each as tests that come out in some way (disjunctive normal form). */
function waysTo(condition: Condition, isTrue: boolean, effort: Effort): Ways | undefined {
  if (effort.isSpent) return undefined;
  effort.spend(1);
  if (condition.kind === "not") return waysTo(condition.condition, !isTrue, effort);
  if (condition.kind === "choice" && condition.rows !== undefined)
    return waysTo(inAnyRow(condition, condition.rows), isTrue, effort);
  if (!("conditions" in condition)) return [[{ test: condition, isTrue }]];
  const inner = condition.conditions.map((one) => waysTo(one, isTrue, effort));
  const isOneEnough = (condition.kind === "or") === isTrue;
  return isOneEnough ? anyOf(inner) : allOf(inner, effort);
}

function inAnyRow({ kind, question, options }: ChoiceTest, rows: readonly string[]): Condition {
  return { kind: "or", conditions: rows.map((part) => ({ kind, question, part, options })) };
}

function anyOf(inner: readonly (Ways | undefined)[]): Ways | undefined {
  const known = inner.filter((ways) => ways !== undefined);
  const all = known.flat();
  return known.length < inner.length || all.length > waysMaximum ? undefined : all;
}

function allOf(inner: readonly (Ways | undefined)[], effort: Effort): Ways | undefined {
  let joined: Ways = [[]];
  for (const ways of inner) {
    if (ways === undefined || joined.length * ways.length > waysMaximum || effort.isSpent) return undefined;
    joined = joined.flatMap((literals) => ways.map((others) => [...literals, ...others]));
    effort.spend(joined.length * (joined[0]?.length ?? 0));
  }
  return joined;
}

/** Whether tests of different questions come out as wanted at once; each question is answered by itself. */
function isPossible(literals: readonly Literal[], search: Search): boolean {
  if (search.effort.isSpent) return true;
  const bySubject = Map.groupBy(literals, ({ test }) => subjectOf(test));
  return [...bySubject].every(([subject, ofSubject]) =>
    subject.startsWith("argument ")
      ? isPossibleArgument(subject.slice("argument ".length), ofSubject, search)
      : isPossibleAnswer(subject.slice("question ".length), ofSubject, search),
  );
}

function subjectOf(test: Test): string {
  if ("question" in test) return `question ${test.question}`;
  const { subject } = test;
  return subject.kind === "argument" ? `argument ${subject.name}` : `question ${subject.question}`;
}

function isPossibleArgument(name: string, literals: readonly Literal[], { effort }: Search): boolean {
  const values = possibleArguments(literals);
  if (values === undefined) return true;
  return values.some((value) => {
    const customArguments: Readonly<Record<string, string>> = value === undefined ? {} : { [name]: value };
    return holds(literals, { value, effort, valueOf: () => undefined, customArguments });
  });
}

function isPossibleAnswer(id: string, literals: readonly Literal[], { find, effort }: Search): boolean {
  const values = possibleValues(find(id), literals);
  if (values === undefined) return true;
  return values.some((value) =>
    holds(literals, { value, effort, valueOf: () => value, customArguments: {} }),
  );
}

interface Tried extends ConditionContext {
  readonly value: AnswerValue | undefined;
  readonly effort: Effort;
}

function holds(literals: readonly Literal[], { value, effort, ...context }: Tried): boolean {
  if (effort.isSpent) return true;
  effort.spend(literals.length * sizeOfValue(value));
  return literals.every(({ test, isTrue }) => testCondition(test, context) === isTrue);
}
