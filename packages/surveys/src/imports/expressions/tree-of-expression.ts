import type { ConditionTree } from "../neutral-survey.ts";
import type { Operator, Value } from "../condition-tests.ts";
import { type ComparisonSign, type Expression, parseExpression } from "./parse-expression.ts";

/** What a name or a function means in the expressions of a source. */
export interface ExpressionSource {
  /** @returns undefined where the comparison cannot be said */
  readonly test: (
    name: string,
    operator: Operator,
    value: Value,
    isNegated: boolean,
  ) => ConditionTree | undefined;
  /** @returns undefined for a function that is not known */
  readonly call: (
    name: string,
    parts: readonly Expression[],
    isNegated: boolean,
  ) => ConditionTree | undefined;
}

const turned: Readonly<Record<ComparisonSign, ComparisonSign>> = {
  "=": "=",
  "<>": "<>",
  "<": ">",
  "<=": ">=",
  ">": "<",
  ">=": "<=",
};

/** Reads an expression of a source. @returns undefined for one that conditions cannot say */
export function treeOfExpression(text: string, source: ExpressionSource): ConditionTree | undefined {
  const expression = parseExpression(text);
  return expression && treeOf(expression, source, false);
}

function treeOf(
  expression: Expression,
  source: ExpressionSource,
  isNegated: boolean,
): ConditionTree | undefined {
  switch (expression.kind) {
    case "and":
    case "or": {
      const conditions = expression.parts.map((part) => treeOf(part, source, isNegated));
      const known = conditions.filter((one) => one !== undefined);
      return known.length === conditions.length ? { kind: expression.kind, conditions: known } : undefined;
    }
    case "not": {
      const condition = treeOf(expression.part, source, !isNegated);
      return condition && { kind: "not", condition };
    }
    case "compare":
      return compared(expression.sign, expression.parts, source, isNegated);
    case "call":
      return source.call(expression.name, expression.parts, isNegated);
    default:
      return undefined;
  }
}

function compared(
  sign: ComparisonSign,
  [left, right]: readonly [Expression, Expression],
  source: ExpressionSource,
  isNegated: boolean,
): ConditionTree | undefined {
  if (left.kind === "name" && right.kind === "value")
    return source.test(left.name, sign, right.value, isNegated);
  return left.kind === "value" && right.kind === "name"
    ? source.test(right.name, turned[sign], left.value, isNegated)
    : undefined;
}
