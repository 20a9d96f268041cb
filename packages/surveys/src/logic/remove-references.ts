import type { SurveyDefinition } from "../model/definition.ts";
import type { Condition, Rule, Test } from "../model/logic.ts";
import { idsInCell } from "../model/matrix-cells.ts";
import type { Question } from "../model/question.ts";

const named = new WeakMap<SurveyDefinition, ReadonlySet<string>>();

/** Whether a rule, or a jump of a question, names something: a question, a page, or an option, row or blank. */
export function isNamed(definition: SurveyDefinition, id: string): boolean {
  const ids = named.get(definition) ?? new Set(idsNamedIn(definition));
  named.set(definition, ids);
  return ids.has(id);
}

function idsNamedIn({ pages, logic }: SurveyDefinition): readonly string[] {
  const options = pages.flatMap(({ questions }) => questions.flatMap((question) => question.options));
  return [
    ...logic.rules.flatMap((rule) => [
      ...placesOf(rule),
      ...("when" in rule ? idsOfCondition(rule.when) : []),
    ]),
    ...pages.flatMap(({ questions }) => questions.map(({ goto }) => goto)),
    ...options.flatMap(({ goto, display }) => [goto, ...display]),
  ];
}

function idsOfCondition(condition: Condition | null): readonly string[] {
  if (condition === null) return [];
  if ("condition" in condition) return idsOfCondition(condition.condition);
  return "conditions" in condition ? condition.conditions.flatMap(idsOfCondition) : idsOfTest(condition);
}

function idsOfTest(test: Test): readonly string[] {
  if (test.kind === "choice") return [test.question, test.part, ...test.options];
  if ("question" in test) return [test.question];
  return test.subject.kind === "question" ? [test.subject.question, ...idsInCell(test.subject.part)] : [];
}

/** The rules that name something. */
export function rulesNaming({ logic }: SurveyDefinition, id: string): readonly Rule[] {
  return logic.rules.filter((rule) => withoutInRule(rule, id) !== rule);
}

/**
 * A definition in which nothing names a question any more: tests of its answers go, with the rules that have no other, and so do jumps to
 * it and what shows or hides it.
 */
export function withoutReferences(definition: SurveyDefinition, id: string): SurveyDefinition {
  const rules = definition.logic.rules.map((rule) => withoutInRule(rule, id));
  return {
    ...definition,
    logic: { rules: rules.filter((rule) => rule !== undefined) },
    pages: definition.pages.map((page) => ({
      ...page,
      questions: page.questions.map((question) => withoutJumps(question, id)),
    })),
  };
}

/** The same rule when it does not name it; undefined when nothing of it is left. */
function withoutInRule(rule: Rule, id: string): Rule | undefined {
  if (placesOf(rule).includes(id)) return undefined;
  if (rule.kind === "shuffle" || rule.when === null) return rule;
  const when = withoutInCondition(rule.when, id);
  if (when === rule.when) return rule;
  return when && { ...rule, when };
}

function placesOf(rule: Rule): readonly string[] {
  return "target" in rule ? [rule.target] : [rule.from, rule.to];
}

function withoutInCondition(condition: Condition, id: string): Condition | undefined {
  if ("condition" in condition) {
    const inner = withoutInCondition(condition.condition, id);
    if (inner === condition.condition) return condition;
    return inner && { kind: "not", condition: inner };
  }
  if (!("conditions" in condition)) return idsOfTest(condition).includes(id) ? undefined : condition;
  const left = condition.conditions.map((inner) => withoutInCondition(inner, id));
  const known = left.filter((inner) => inner !== undefined);
  if (known.length === left.length && known.every((inner, at) => inner === condition.conditions[at]))
    return condition;
  return known.length > 1 ? { ...condition, conditions: known } : known[0];
}

/** The same question when it leads to nothing of the kind. */
function withoutJumps(question: Question, id: string): Question {
  const { goto, options } = question;
  const isLeading =
    goto === id || options.some((option) => option.goto === id || option.display.includes(id));
  if (!isLeading) return question;
  return {
    ...question,
    goto: goto === id ? "" : goto,
    options: options.map((option) => ({
      ...option,
      goto: option.goto === id ? "" : option.goto,
      display: option.display.filter((shown) => shown !== id),
    })),
  };
}
