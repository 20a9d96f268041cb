import { logicLimits } from "../model/logic.ts";
import type { NeutralCondition } from "./neutral-survey.ts";

/** The condition that all of some hold; undefined for none. */
export function allOf(conditions: readonly NeutralCondition[]): NeutralCondition | undefined {
  const [first, ...others] = conditions;
  if (first === undefined || others.length === 0) return first;
  const trees = conditions.map(({ tree }) => tree).filter((tree) => tree !== undefined);
  // For the report, which has no more of it: a group of a form may have a long one, and thousands of questions.
  const text = conditions
    .map((one) => one.text.slice(0, logicLimits.text))
    .join(" and ")
    .slice(0, logicLimits.text);
  return { text, tree: trees.length === conditions.length ? { kind: "and", conditions: trees } : undefined };
}
