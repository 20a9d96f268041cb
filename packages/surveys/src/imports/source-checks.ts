import type { Question, QuestionType } from "../model/question.ts";
import { surveyLimits } from "../question-types/declared-text.ts";
import { type ComparisonSign, type Expression, parseExpression } from "./expressions/parse-expression.ts";

/** What a question can check of what its source checks. */
export interface SourceCheck {
  readonly fields: Partial<Question>;
  /** Whether that is all of it; else answers are checked less strictly here. */
  readonly isWhole: boolean;
}

const nothing: SourceCheck = { fields: {}, isWhole: false };

/** An answer has at least one character, or is none. */
const LENGTH = /^\^?\.\{[01]?,(\d{1,5})\}\$?$/;

/** What a regular expression asks of a text. */
export function checkOfPattern(given: string): SourceCheck {
  const pattern = given.trim().replace(/^\/(.*)\/[a-z]*$/s, "$1");
  const [, longest] = LENGTH.exec(pattern) ?? [];
  if (longest !== undefined) return bound("maxlength", Number(longest), surveyLimits.answerText);
  return pattern.includes("@") ? { fields: { validate: "email" }, isWhole: false } : nothing;
}

/** What of it a question of a type can check. */
export function checkFor(type: QuestionType, { fields, isWhole }: SourceCheck): SourceCheck {
  const { validate, minlength, maxlength } = fields;
  const kept: Partial<Question> = {
    ...(type === "text" && validate !== undefined && { validate }),
    ...(type === "checkbox" && minlength !== undefined && { minlength }),
    ...(["text", "textarea", "checkbox"].includes(type) && maxlength !== undefined && { maxlength }),
  };
  return { fields: kept, isWhole: isWhole && Object.keys(kept).length === Object.keys(fields).length };
}

/** What a constraint such as `string-length(.) <= 20 and regex(., '…')` asks of the answer, which it calls `.`. */
export function checkOfConstraint(constraint: string): SourceCheck {
  const expression = parseExpression(constraint);
  const checks = expression === undefined ? [nothing] : partsOf(expression).map(checkOf);
  return {
    fields: together(checks.map(({ fields }) => fields)),
    isWhole: checks.every(({ isWhole }) => isWhole),
  };
}

/** What several checks ask, as one; the later one decides about what two of them say. */
export function together(checks: readonly Partial<Question>[]): Partial<Question> {
  const fields: Partial<Question> = {};
  for (const check of checks) Object.assign(fields, check);
  return fields;
}

/** The parts that all have to hold. */
function partsOf(expression: Expression): readonly Expression[] {
  return expression.kind === "and" ? expression.parts.flatMap(partsOf) : [expression];
}

function checkOf(expression: Expression): SourceCheck {
  if (expression.kind === "call" && expression.name === "regex") {
    const [of, pattern] = expression.parts;
    return isAnswer(of) && pattern?.kind === "value" ? checkOfPattern(pattern.value) : nothing;
  }
  if (expression.kind !== "compare") return nothing;
  const {
    sign,
    parts: [left, right],
  } = expression;
  const isCounted = left.kind === "call" && isAnswer(left.parts[0]) && right.kind === "value";
  return isCounted ? checkOfCount(left.name, sign, Number(right.value)) : nothing;
}

function isAnswer(expression: Expression | undefined): boolean {
  return expression?.kind === "name" && expression.name === ".";
}

function checkOfCount(name: string, sign: ComparisonSign, value: number): SourceCheck {
  if (name === "string-length") return atMost("maxlength", sign, value);
  if (name !== "count-selected") return nothing;
  return sign === ">=" || sign === ">"
    ? bound("minlength", sign === ">" ? value + 1 : value, surveyLimits.options)
    : atMost("maxlength", sign, value);
}

function atMost(field: "maxlength", sign: ComparisonSign, value: number): SourceCheck {
  if (sign !== "<=" && sign !== "<") return nothing;
  return bound(field, sign === "<" ? value - 1 : value, surveyLimits.answerText);
}

function bound(field: "minlength" | "maxlength", value: number, most: number): SourceCheck {
  return Number.isInteger(value) && value > 0 && value <= most
    ? { fields: { [field]: value }, isWhole: true }
    : nothing;
}
