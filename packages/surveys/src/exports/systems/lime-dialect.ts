import type { ChoiceTest, NumberTest, Test, TextTest } from "../../model/logic.ts";
import type { Question, QuestionType } from "../../model/question.ts";
import { type ExpressionDialect, joinedBy, quoted } from "./expression-of.ts";
import type { SystemNames } from "./system-names.ts";

/** Expressions of LimeSurvey. Each name ends with `.NAOK`: without it, a condition on a hidden question would never be true. */
export function limeDialect(names: SystemNames): ExpressionDialect {
  return {
    all: joinedBy("and"),
    any: joinedBy("or"),
    not: (inner) => `!(${inner})`,
    test: (test) => testOf(test, names),
  };
}

function testOf(test: Test, names: SystemNames): string | undefined {
  if (test.kind === "number" || test.kind === "text") return comparisonOf(test, names);
  const question = names.find(test.question);
  // Cells of a matrix of boxes, and ranks, have names of their own there.
  if (test.kind === "count" || question === undefined || unsaid.has(question.type)) return undefined;
  return test.kind === "answered" ? answeredOf(question, names) : choiceOf(test, question, names);
}

const unsaid: ReadonlySet<QuestionType> = new Set(["matrix_checkbox", "sort"] as const);
const inParts: ReadonlySet<QuestionType> = new Set([
  "matrix_radio",
  "matrix_star",
  "blanks",
  "upload",
] as const);

function answeredOf(question: Question, names: SystemNames): string | undefined {
  if (question.type === "checkbox")
    return oneOf(question.options.map(({ id }) => `${nameOf(names, question.id, id)} == "Y"`));
  return inParts.has(question.type) ? undefined : `!is_empty(${nameOf(names, question.id)})`;
}

function choiceOf({ part, options }: ChoiceTest, question: Question, names: SystemNames): string | undefined {
  const isChosen = (option: string) =>
    question.type === "checkbox"
      ? `${nameOf(names, question.id, option)} == "Y"`
      : `${nameOf(names, question.id, part)} == "${names.part(question.id, option)}"`;
  return oneOf(options.map(isChosen));
}

function comparisonOf(test: NumberTest | TextTest, names: SystemNames): string | undefined {
  if (test.subject.kind === "argument") return undefined;
  const subject = nameOf(names, test.subject.question, test.subject.part);
  if (test.kind === "number") return `${subject} ${test.is === "=" ? "==" : test.is} ${test.value}`;
  const value = quoted(test.value);
  return test.is === "=" && value !== undefined ? `${subject} == ${value}` : undefined;
}

function oneOf(tests: readonly string[]): string | undefined {
  return tests.length > 1 ? joinedBy("or")(tests) : tests[0];
}

function nameOf(names: SystemNames, question: string, part = ""): string {
  const name = names.question(question);
  return `${part === "" ? name : `${name}_${names.part(question, part)}`}.NAOK`;
}
