import type { SurveyDefinition } from "../model/definition.ts";
import type { Condition, Rule, VisibilityRule } from "../model/logic.ts";
import { rowsOf, type ConditionRows } from "./condition-rows.ts";

/** What decides whether a question or page is shown. */
export interface ShownWhen {
  /** The condition that rows can show; undefined where there is none. */
  readonly rows: ConditionRows | undefined;
  /** The other rules about it. */
  readonly others: readonly VisibilityRule[];
}

/** What the rules of a survey say about when a question or page is shown. @param target its id */
export function shownWhen(rules: readonly Rule[], target: string): ShownWhen {
  const about = rules.filter((rule): rule is VisibilityRule => "target" in rule && rule.target === target);
  const shown = about.find(isInRows);
  return { rows: shown && rowsOf(shown.when), others: about.filter((rule) => rule !== shown) };
}

/** A definition in which a question or page is shown when a condition is true, in place of what its rows said. @param when undefined for always */
export function withShownWhen(
  definition: SurveyDefinition,
  target: string,
  when: Condition | undefined,
): SurveyDefinition {
  const { rules } = definition.logic;
  const at = rules.findIndex((rule) => "target" in rule && rule.target === target && isInRows(rule));
  const rule = when && ({ kind: "show", when, target } as const);
  const added = rule === undefined ? [] : [rule];
  const changed = at < 0 ? [...rules, ...added] : rules.toSpliced(at, 1, ...added);
  return { ...definition, logic: { rules: changed } };
}

function isInRows(rule: VisibilityRule): boolean {
  return rule.kind === "show" && rowsOf(rule.when) !== undefined;
}
