import type { StateProblem } from "../state/state-error.ts";
import type { SurveyPlatformError } from "../survey-platform-error.ts";
import { pageReply, type SignInReply } from "./web-exchange.ts";

/**
 * Why a sign-in failed:
 * - `denied`: the user did not allow access.
 * - `state_mismatch`: the callback does not belong to a sign-in of this browser, or came too late.
 * - `replayed`: the callback was opened before. A user with a session is redirected instead.
 * - `invalid_callback`: the callback has neither one code nor one refusal.
 * - `platform_error`: the exchange failed; the code may be used up, so only a new sign-in helps.
 */
export type SignInProblem =
  | { readonly kind: "denied" }
  | { readonly kind: "state_mismatch"; readonly reason: StateProblem | "missing" }
  | { readonly kind: "replayed" }
  | { readonly kind: "invalid_callback" }
  | { readonly kind: "platform_error"; readonly error: SurveyPlatformError };

const pages: Readonly<Record<SignInProblem["kind"], readonly [status: number, words: string]>> = {
  denied: [403, "You did not allow access to your surveys. Nothing was shared."],
  state_mismatch: [400, "This sign-in was not started in this browser, or took too long."],
  replayed: [400, "This sign-in was used before."],
  invalid_callback: [400, "This address does not belong to a sign-in."],
  platform_error: [502, "The survey platform did not complete the sign-in."],
};

/** The page of a problem, for applications that have none of their own. */
export function problemPage(
  { kind }: SignInProblem,
  loginPath: string,
  cookies: readonly string[],
): SignInReply {
  const [status, words] = pages[kind];
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign-in</title><h1>Not signed in</h1><p>${words}</p><p><a href="${escapeHtml(loginPath)}">Sign in again</a></p></html>`;
  return pageReply(status, html, cookies);
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
