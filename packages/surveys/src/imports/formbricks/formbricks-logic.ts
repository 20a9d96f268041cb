import type { Operator } from "../condition-tests.ts";
import { memberOf, recordsIn, textIn, valueIn } from "../is-record.ts";
import type { ConditionTree, NeutralCondition } from "../neutral-survey.ts";

type Members = Readonly<Record<string, unknown>>;

const operators: Readonly<Record<string, Operator>> = {
  equals: "=",
  doesNotEqual: "<>",
  contains: "contains",
  doesNotContain: "notcontains",
  isGreaterThan: ">",
  isLessThan: "<",
  isGreaterThanOrEqual: ">=",
  isLessThanOrEqual: "<=",
  equalsOneOf: "anyof",
  isAnyOf: "anyof",
  includesOneOf: "anyof",
  includesAllOf: "allof",
  doesNotIncludeAllOf: "notallof",
  doesNotIncludeOneOf: "noneof",
};

/** Operators that have no value beside them. */
const lone: Readonly<Record<string, Operator>> = {
  isSubmitted: "<>",
  isSkipped: "=",
  isSet: "<>",
  isNotSet: "=",
  isEmpty: "=",
  isNotEmpty: "<>",
  isAccepted: "<>",
};

/**
 * The conditions of a logic of Formbricks.
 *
 * @param several questions with several choices: that one equals a choice means that it is the only one
 */
export function conditionOfGroup(group: unknown, several: ReadonlySet<string>): NeutralCondition {
  return { text: textOf(group), tree: treeOf(group, several) };
}

/** Conditions of surveys before logic had groups: about the question that has them. */
const older: Readonly<Record<string, Operator>> = {
  equals: "=",
  notEquals: "<>",
  lessThan: "<",
  lessEqual: "<=",
  greaterThan: ">",
  greaterEqual: ">=",
  includesAll: "allof",
  includesOne: "anyof",
  submitted: "<>",
  accepted: "<>",
  skipped: "=",
};

/** @param values none for a condition without a value */
export function olderCondition(
  question: string,
  condition: string,
  values: readonly string[],
): NeutralCondition {
  const operator = Object.hasOwn(older, condition) ? older[condition] : undefined;
  const [only = ""] = values;
  const value = operator === "allof" || operator === "anyof" ? values : only;
  return {
    text: `${question} ${condition} ${values.join(", ")}`.trim(),
    tree: operator && { kind: "test", question, operator, value },
  };
}

function treeOf(part: unknown, several: ReadonlySet<string>): ConditionTree | undefined {
  const inner = memberOf(part, "conditions");
  if (!Array.isArray(inner)) return testOf(part, several);
  const conditions = recordsIn(inner).map((one) => treeOf(one, several));
  const known = conditions.filter((one) => one !== undefined);
  if (known.length === 0 || known.length < inner.length) return undefined;
  return { kind: memberOf(part, "connector") === "or" ? "or" : "and", conditions: known };
}

function testOf(condition: unknown, several: ReadonlySet<string>): ConditionTree | undefined {
  const [left, right] = [memberOf(condition, "leftOperand"), memberOf(condition, "rightOperand")];
  const operator = textIn(memberOf(condition, "operator"));
  const kind = memberOf(left, "type");
  if (kind !== "question" && kind !== "element") return undefined;
  const question = textIn(memberOf(left, "value"));
  if (Object.hasOwn(lone, operator)) return lonely(question, lone[operator]);
  const known = Object.hasOwn(operators, operator) ? operators[operator] : undefined;
  if (known === undefined || memberOf(right, "type") !== "static") return undefined;
  const value = memberOf(right, "value");
  const values = Array.isArray(value) ? value.map(valueIn) : valueIn(value);
  const isOnly = several.has(question) && typeof values === "string";
  return { kind: "test", question, operator: known, value: isOnly ? [values] : values };
}

function lonely(question: string, operator: Operator | undefined): ConditionTree | undefined {
  return operator && { kind: "test", question, operator, value: "" };
}

/** A condition as a line for the report. */
function textOf(part: unknown): string {
  const inner: readonly Members[] = recordsIn(memberOf(part, "conditions"));
  if (inner.length === 1) return textOf(inner[0]);
  if (inner.length > 1)
    return inner.map((one) => `(${textOf(one)})`).join(` ${textIn(memberOf(part, "connector")) || "and"} `);
  const [left, right] = [memberOf(part, "leftOperand"), memberOf(part, "rightOperand")];
  const value = memberOf(right, "value");
  const words = [memberOf(left, "value"), memberOf(part, "operator"), value].map((one) =>
    Array.isArray(one) ? one.map(valueIn).join(", ") : valueIn(one),
  );
  return words.join(" ").trim();
}
