import type { Language } from "@survey-open-platform/service";
import { surveyState, type SurveyState } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { textsFor } from "../texts/texts.ts";

/** What is shown. */
export type SurveyStateBadgeProps = { readonly language: Language; readonly state: SurveyState };

/** The state of a survey. */
export function SurveyStateBadge({ language, state }: SurveyStateBadgeProps): JSX.Element {
  const { states } = textsFor(language).survey;
  if (state === surveyState.collecting) return <span class="badge badge-success">{states.collecting}</span>;
  if (state === surveyState.paused) return <span class="badge badge-warning">{states.paused}</span>;
  return <span class="badge badge-neutral">{states.draft}</span>;
}
