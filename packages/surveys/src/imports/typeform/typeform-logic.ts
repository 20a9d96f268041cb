import type { Operator } from "../condition-tests.ts";
import { memberOf, recordsIn, textIn, valueIn } from "../is-record.ts";
import type { ConditionTree, NeutralCondition } from "../neutral-survey.ts";

const operators: Readonly<Record<string, Operator>> = {
  is: "=",
  is_not: "<>",
  equal: "=",
  not_equal: "<>",
  contains: "contains",
  not_contains: "notcontains",
  lower_than: "<",
  lower_equal_than: "<=",
  greater_than: ">",
  greater_equal_than: ">=",
};

const ofChoices: Readonly<Partial<Record<Operator, Operator>>> = { "=": "anyof", "<>": "noneof" };

/** The code of a choice by its question and what it says; undefined where there is none. */
type ChoiceFinder = (question: string, label: string) => string | undefined;

/** When an action of Typeform happens; undefined for always. */
export function conditionOfAction(
  condition: unknown,
  choiceSaying: ChoiceFinder,
): NeutralCondition | undefined {
  if (condition === undefined || memberOf(condition, "op") === "always") return undefined;
  return { text: textOf(condition), tree: treeOf(condition, choiceSaying) };
}

function treeOf(condition: unknown, choiceSaying: ChoiceFinder): ConditionTree | undefined {
  const [op, vars] = [textIn(memberOf(condition, "op")), recordsIn(memberOf(condition, "vars"))];
  if (op !== "and" && op !== "or") return testOf(op, vars, choiceSaying);
  const conditions = vars.map((one) => treeOf(one, choiceSaying));
  const known = conditions.filter((one) => one !== undefined);
  return known.length > 0 && known.length === conditions.length ? { kind: op, conditions: known } : undefined;
}

function testOf(
  op: string,
  [field, given]: readonly Readonly<Record<string, unknown>>[],
  choiceSaying: ChoiceFinder,
): ConditionTree | undefined {
  const operator = Object.hasOwn(operators, op) ? operators[op] : undefined;
  if (operator === undefined || field?.["type"] !== "field") return undefined;
  const [question, value] = [textIn(field["value"]), valueIn(given?.["value"])];
  // A dropdown compares what a choice says.
  const choice = given?.["type"] === "choice" ? value : choiceSaying(question, value);
  if (choice === undefined) return { kind: "test", question, operator, value };
  const choices = ofChoices[operator];
  return choices && { kind: "test", question, operator: choices, value: [choice] };
}

/** A condition as a line for the report. */
function textOf(condition: unknown): string {
  const [op, vars] = [textIn(memberOf(condition, "op")), recordsIn(memberOf(condition, "vars"))];
  if (op === "and" || op === "or") return vars.map((one) => `(${textOf(one)})`).join(` ${op} `);
  const [left, right] = vars.map(({ value }) => valueIn(value));
  return `${left ?? ""} ${op} ${right ?? ""}`.trim();
}
