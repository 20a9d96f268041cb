import type { SurveySettings } from "@survey-open-platform/surveys";
import { needsSignIn } from "./respondent-rules.ts";

/** Hosts may have characters such as `;`, which would begin another directive of a Content-Security-Policy. */
const pattern = /^https?:\/\/[a-z0-9]+(?:[.-]+[a-z0-9]+)*(?::\d{1,5})?$/;

/** Most websites that may show one survey in a frame. */
export const embedOriginsMaximum = 20;

/**
 * The origin (RFC 6454) that someone typed, with or without a slash behind it; undefined for an address that has more than an
 * origin, and for what is none.
 */
export function originIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { href, origin } = new URL(text);
  return href === `${origin}/` && pattern.test(origin) ? origin : undefined;
}

/** What decides who may show a survey in a frame. */
export type Embedding = Pick<SurveySettings, "embedOrigins" | "requiresSignIn" | "once" | "onlyListed">;

/** Whether a survey acts for a person, so that another website must not have that person press its buttons unseen. */
export function isBoundToPeople(survey: Omit<Embedding, "embedOrigins">): boolean {
  return needsSignIn(survey) || survey.onlyListed;
}

/** The websites that may show a survey in a frame. */
export function embeddingOrigins(survey: Embedding): readonly string[] {
  return isBoundToPeople(survey) ? [] : survey.embedOrigins.filter((origin) => pattern.test(origin));
}
