import { type ComparisonSign, type Expression, parseExpression } from "../expressions/parse-expression.ts";
import { checkOfPattern } from "../check-of-pattern.ts";
import { bound, noCheck, type SourceCheck, together } from "../source-checks.ts";

/** What a constraint such as `string-length(.) <= 20 and regex(., '…')` asks of the answer, which it calls `.`. */
export function checkOfConstraint(constraint: string): SourceCheck {
  const expression = parseExpression(constraint);
  return expression === undefined ? noCheck : together(partsOf(expression).map(checkOf));
}

/** The parts that all have to hold. */
function partsOf(expression: Expression): readonly Expression[] {
  return expression.kind === "and" ? expression.parts.flatMap(partsOf) : [expression];
}

function checkOf(expression: Expression): SourceCheck {
  if (expression.kind === "call" && expression.name === "regex") {
    const [of, pattern] = expression.parts;
    return isAnswer(of) && pattern?.kind === "value" ? checkOfPattern(pattern.value) : noCheck;
  }
  if (expression.kind !== "compare") return noCheck;
  const {
    sign,
    parts: [left, right],
  } = expression;
  const isCounted = left.kind === "call" && isAnswer(left.parts[0]) && right.kind === "value";
  return isCounted ? checkOfCount(left.name, sign, Number(right.value)) : noCheck;
}

function isAnswer(expression: Expression | undefined): boolean {
  return expression?.kind === "name" && expression.name === ".";
}

function checkOfCount(name: string, sign: ComparisonSign, value: number): SourceCheck {
  const [least, most] = [sign === ">" ? value + 1 : value, sign === "<" ? value - 1 : value];
  if (sign === "<" || sign === "<=") {
    if (name === "string-length") return bound("longest", most);
    return name === "count-selected" ? bound("most", most) : noCheck;
  }
  return (sign === ">" || sign === ">=") && name === "count-selected" ? bound("least", least) : noCheck;
}
