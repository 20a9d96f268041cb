import type { AnswerValue } from "../model/answer-values.ts";
import type { Condition, Test } from "../model/logic.ts";
import type { Question } from "../model/question.ts";
import { possibleArguments, possibleValues, type Literal } from "./possible-values.ts";
import { testCondition } from "./test-condition.ts";

/** Ways to make a condition true that are looked at. */
const waysMaximum = 500;

/** Finds a question of the survey. */
export type FindQuestion = (id: string) => Question | undefined;

/**
 * Whether some answers make a condition true. It is false only when none can: where that would take too long to find out, it is
 * true. That questions may be hidden is not looked at.
 */
export function canBeTrue(condition: Condition, find: FindQuestion): boolean {
  const ways = waysTo(condition, true);
  return ways === undefined || ways.some((literals) => isPossible(literals, find));
}

type Ways = readonly (readonly Literal[])[];

/** The ways in which a condition comes out as wanted, each as tests that come out in some way (disjunctive normal form). */
function waysTo(condition: Condition, isTrue: boolean): Ways | undefined {
  if (condition.kind === "not") return waysTo(condition.condition, !isTrue);
  if (!("conditions" in condition)) return [[{ test: condition, isTrue }]];
  const inner = condition.conditions.map((one) => waysTo(one, isTrue));
  const isOneEnough = (condition.kind === "or") === isTrue;
  return isOneEnough ? anyOf(inner) : allOf(inner);
}

function anyOf(inner: readonly (Ways | undefined)[]): Ways | undefined {
  const known = inner.filter((ways) => ways !== undefined);
  const all = known.flat();
  return known.length < inner.length || all.length > waysMaximum ? undefined : all;
}

function allOf(inner: readonly (Ways | undefined)[]): Ways | undefined {
  let joined: Ways = [[]];
  for (const ways of inner) {
    if (ways === undefined || joined.length * ways.length > waysMaximum) return undefined;
    joined = joined.flatMap((literals) => ways.map((others) => [...literals, ...others]));
  }
  return joined;
}

/** Whether tests of different questions come out as wanted at once; each question is answered by itself. */
function isPossible(literals: readonly Literal[], find: FindQuestion): boolean {
  const bySubject = Map.groupBy(literals, ({ test }) => subjectOf(test));
  return [...bySubject].every(([subject, ofSubject]) =>
    subject.startsWith("argument ")
      ? isPossibleArgument(subject.slice("argument ".length), ofSubject)
      : isPossibleAnswer(find(subject.slice("question ".length)), ofSubject),
  );
}

function subjectOf(test: Test): string {
  if ("question" in test) return `question ${test.question}`;
  const { subject } = test;
  return subject.kind === "argument" ? `argument ${subject.name}` : `question ${subject.question}`;
}

function isPossibleArgument(name: string, literals: readonly Literal[]): boolean {
  const values = possibleArguments(literals);
  if (values === undefined) return true;
  return values.some((value) => holds(literals, undefined, value === undefined ? {} : { [name]: value }));
}

function isPossibleAnswer(question: Question | undefined, literals: readonly Literal[]): boolean {
  const values = possibleValues(question, literals);
  return values === undefined || values.some((value) => holds(literals, value, {}));
}

function holds(
  literals: readonly Literal[],
  value: AnswerValue | undefined,
  customArguments: Readonly<Record<string, string>>,
): boolean {
  const context = { valueOf: () => value, customArguments };
  return literals.every(({ test, isTrue }) => testCondition(test, context) === isTrue);
}
