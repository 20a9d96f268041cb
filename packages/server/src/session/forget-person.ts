import type { CookieName } from "./cookies.ts";
import type { PageRequest } from "./page-request.ts";

/** Cookies that say who answers in a browser, or lead to what this person filled in. */
const ofRespondent: readonly CookieName[] = [
  "sop_surveys",
  "sop_answer",
  "sop_participant",
  "sop_respondent",
  "sop_respondent_session",
];

/** Leaves nothing of a respondent in the browser for the next one. Partitioned cookies are out of reach from here (CHIPS). */
export function forgetRespondent({ cookies }: Pick<PageRequest, "cookies">): void {
  for (const name of ofRespondent) cookies.clear(name);
}

/** Leaves nothing of a person in the browser for the next one who uses it. */
export function forgetPerson(pageRequest: Pick<PageRequest, "cookies">): void {
  pageRequest.cookies.clear("sop_session");
  forgetRespondent(pageRequest);
}
