import type { Language } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { TeamPlan } from "../model/team.ts";
import { teamTextsFor } from "./texts/team-texts.ts";

/** What a team has subscribed to. */
export type PlanBadgeProps = { readonly language: Language; readonly plan: TeamPlan };

/** The plan of a team. */
export function PlanBadge({ language, plan }: PlanBadgeProps): JSX.Element {
  const { plans } = teamTextsFor(language);
  return (
    <span class={plan === "premium" ? "badge badge-success" : "badge badge-warning"}>{plans[plan]}</span>
  );
}
