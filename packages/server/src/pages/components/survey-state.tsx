import type { Language } from "@survey-open-platform/service";
import { surveyState, type SurveyState } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { textsFor } from "../texts/texts.ts";

/** What is shown. */
export type SurveyStateBadgeProps = { readonly language: Language; readonly state: SurveyState };

/** The state of a survey in words. */
export function surveyStateName({ language, state }: SurveyStateBadgeProps): string {
  const { states } = textsFor(language).survey;
  if (state === surveyState.collecting) return states.collecting;
  return state === surveyState.paused ? states.paused : states.draft;
}

/** The state of a survey. */
export function SurveyStateBadge(props: SurveyStateBadgeProps): JSX.Element {
  const name = surveyStateName(props);
  if (props.state === surveyState.collecting) return <span class="badge badge-success">{name}</span>;
  if (props.state === surveyState.paused) return <span class="badge badge-warning">{name}</span>;
  return <span class="badge badge-neutral">{name}</span>;
}
