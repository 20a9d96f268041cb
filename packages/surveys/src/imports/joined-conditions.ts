import type { NeutralCondition } from "./neutral-survey.ts";

/** The condition that all of some hold; undefined for none. */
export function allOf(conditions: readonly NeutralCondition[]): NeutralCondition | undefined {
  const [first, ...others] = conditions;
  if (first === undefined || others.length === 0) return first;
  const trees = conditions.map(({ tree }) => tree).filter((tree) => tree !== undefined);
  const text = conditions.map((one) => one.text).join(" and ");
  return { text, tree: trees.length === conditions.length ? { kind: "and", conditions: trees } : undefined };
}
