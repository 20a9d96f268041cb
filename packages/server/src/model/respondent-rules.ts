import { personKeyOf, type SurveySettings } from "@survey-open-platform/surveys";

/** Whether respondents have to sign in: also where each person may answer only once. */
export function needsSignIn({
  requiresSignIn,
  once,
}: Pick<SurveySettings, "requiresSignIn" | "once">): boolean {
  return requiresSignIn || once === "person";
}

/** Names the person who answers, where each may answer once. */
export function personKey(person: { readonly id: number } | undefined): string | null {
  return person === undefined ? null : personKeyOf(person.id);
}
