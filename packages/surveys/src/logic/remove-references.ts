import type { SurveyDefinition } from "../model/definition.ts";
import type { Condition, Rule, Test } from "../model/logic.ts";
import type { Question } from "../model/question.ts";

/** Whether a rule, or a jump of a question, names something: a question, a page, or an option, row or blank. */
export function isNamed({ pages, logic }: SurveyDefinition, id: string): boolean {
  const questions = pages.flatMap((page) => page.questions);
  return (
    logic.rules.some((rule) => withoutInRule(rule, id) !== rule) ||
    questions.some((question) => question.id !== id && withoutJumps(question, id) !== question)
  );
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
  if (!("conditions" in condition)) return isAbout(condition, id) ? undefined : condition;
  const left = condition.conditions.map((inner) => withoutInCondition(inner, id));
  const known = left.filter((inner) => inner !== undefined);
  if (known.length === left.length && known.every((inner, at) => inner === condition.conditions[at]))
    return condition;
  return known.length > 1 ? { ...condition, conditions: known } : known[0];
}

function isAbout(test: Test, id: string): boolean {
  if (test.kind === "choice") return [test.question, test.part, ...test.options].includes(id);
  if ("question" in test) return test.question === id;
  return test.subject.kind === "question" && [test.subject.question, test.subject.part].includes(id);
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
