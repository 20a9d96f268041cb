import { treeOfExpression } from "../expressions/tree-of-expression.ts";
import type { ConditionTree, NeutralCondition } from "../neutral-survey.ts";
import type { Operator, Value } from "../condition-tests.ts";

/** What a variable of LimeSurvey's expressions stands for. */
export interface LimeVariable {
  readonly question: string;
  /** Code of a row or blank. */
  readonly part?: string | undefined;
  /** Code of an option of a multiple choice, whose variable is `Y`, in an array `1`, or empty. */
  readonly option?: string | undefined;
  /** Whether its question can be irrelevant: then an expression that does not say `.NAOK` is false. */
  readonly isConditional: boolean;
}

/** Reads a relevance equation. @returns undefined where there is none, or it is always true */
export function conditionOfRelevance(
  relevance: string,
  variables: ReadonlyMap<string, LimeVariable>,
): NeutralCondition | undefined {
  const text = relevance.trim().replace(/^\{([^{}]*)\}$/, "$1");
  if (text === "" || text === "1" || text === "(1)") return undefined;
  const tree = treeOfExpression(text, {
    test: (name, operator, value, isNegated) =>
      testOfVariable(variables, { name, operator, value, isNegated }),
    call(name, parts, isNegated) {
      const [only, ...others] = parts;
      if (name !== "is_empty" || only?.kind !== "name" || others.length > 0) return undefined;
      return testOfVariable(variables, { name: only.name, operator: "=", value: "", isNegated });
    },
  });
  return { text, tree };
}

interface VariableTest {
  readonly name: string;
  readonly operator: Operator;
  readonly value: Value;
  readonly isNegated: boolean;
}

function testOfVariable(
  variables: ReadonlyMap<string, LimeVariable>,
  { name, operator, value, isNegated }: VariableTest,
): ConditionTree | undefined {
  const suffix = /\.(?:NAOK|value|code)$/i.exec(name)?.[0] ?? "";
  const variable = variables.get(name.slice(0, name.length - suffix.length));
  if (variable === undefined) return undefined;
  const isTrueOfNone = operator === "<>" || value === "" || isNegated;
  // What is not said with .NAOK is false while its question is irrelevant; a condition here would be true.
  if (variable.isConditional && suffix.toUpperCase() !== ".NAOK" && isTrueOfNone) return undefined;
  const { question, part, option } = variable;
  return option === undefined
    ? { kind: "test", question, part, operator, value }
    : testOfOption({ question, part, option, operator, value });
}

/** `Q_A == "Y"` and `Q_A != ""` say that an option is chosen. */
function testOfOption({
  question,
  part,
  option,
  operator,
  value,
}: {
  readonly question: string;
  readonly part: string | undefined;
  readonly option: string;
  readonly operator: Operator;
  readonly value: Value;
}): ConditionTree | undefined {
  const isTick = value === (part === undefined ? "Y" : "1");
  if ((operator !== "=" && operator !== "<>") || (!isTick && value !== "")) return undefined;
  const isChosen = (operator === "=") === isTick;
  return { kind: "test", question, part, operator: isChosen ? "anyof" : "noneof", value: [option] };
}
