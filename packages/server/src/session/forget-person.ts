import type { CookieName } from "./cookies.ts";
import type { Visit } from "./visit.ts";

/** Cookies that say who uses a browser, or lead to what this person filled in. */
const personal: readonly CookieName[] = [
  "sop_session",
  "sop_surveys",
  "sop_respondent",
  "sop_respondent_session",
];

/** Leaves nothing of a person in the browser for the next one who uses it. Partitioned cookies are out of reach from here (CHIPS). */
export function forgetPerson({ cookies }: Pick<Visit, "cookies">): void {
  for (const name of personal) cookies.clear(name);
}
