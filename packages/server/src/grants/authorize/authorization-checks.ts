import { z } from "zod";
import { codeChallengePattern } from "../../model/code-challenge.ts";
import { verifiedRedirectUri, type VerifiedRedirectUri } from "../../model/redirect-uri.ts";
import { userScope } from "../../model/token.ts";
import { PageError } from "../../pages/page-error.ts";
import type { PageProblem } from "../../pages/page-problem.ts";
import type { RegisteredApplication } from "../../store/applications/application-table.ts";
import type { Store } from "../../store/store.ts";

/** The parameters of an authorization link, as they came. */
export const authorizationParameters = z.object({
  appid: z.string().default(""),
  redirect_uri: z.string().default(""),
  response_type: z.string().default(""),
  scope: z.string().default(""),
  state: z.string().optional(),
  code_challenge: z.string().optional(),
  code_challenge_method: z.string().optional(),
});

type Parameters = z.output<typeof authorizationParameters>;

/** An authorization request that passed every check. The browser may be redirected to its redirect URI only. */
export interface CheckedRequest {
  readonly application: RegisteredApplication;
  readonly redirectUri: VerifiedRedirectUri;
  readonly scope: string;
  readonly state: string | null;
  readonly codeChallenge: string | null;
}

/**
 * Checks an authorization request, in this order. Every failure is shown as a page. Before application and
 * redirect URI are verified a redirect would be an open one (RFC 9700 section 4.11), and later errors are mistakes
 * of the developer, not decisions of the user.
 *
 * @throws `PageError`
 */
export async function checkAuthorizationRequest(
  store: Store,
  parameters: Parameters,
): Promise<CheckedRequest> {
  const application = await store.findApplication(parameters.appid);
  checkApplication(application, "appid");
  const redirectUri = checkRedirectUri(application, parameters.redirect_uri);
  checkResponseType(parameters.response_type);
  checkScope(parameters.scope);
  checkState(parameters.state);
  checkCodeChallenge(application, parameters);
  return {
    application,
    redirectUri,
    scope: userScope,
    state: parameters.state ?? null,
    codeChallenge: parameters.code_challenge ?? null,
  };
}

type AskingApplication = Pick<RegisteredApplication, "kind" | "disabled" | "redirectUris">;

/** @param parameter what names the application @throws `PageError` */
export function checkApplication<Found extends AskingApplication>(
  application: Found | undefined,
  parameter: string,
): asserts application is Found {
  if (application === undefined) throw refused("invalid_client", parameter);
  if (application.disabled) throw refused("application_disabled");
  if (application.kind !== "web") throw refused("wrong_kind_of_application");
}

/**
 * The address must be, character by character, one that the application registered (RFC 9700, section 2.1).
 *
 * @param options see `verifiedRedirectUri`
 * @throws `PageError`
 */
export function checkRedirectUri(
  { redirectUris }: AskingApplication,
  requested: string,
  options?: { readonly anyLoopbackPort?: boolean },
): VerifiedRedirectUri {
  if (requested === "") throw refused("redirect_uri_missing", "redirect_uri");
  const verified = verifiedRedirectUri(redirectUris, requested, options);
  if (verified === undefined) throw refused("redirect_uri_mismatch", "redirect_uri");
  return verified;
}

function checkResponseType(responseType: string): void {
  if (responseType !== "code") throw refused("response_type", "response_type");
}

function checkScope(scope: string): void {
  if (scope !== userScope) throw refused("scope", "scope");
}

function checkState(state: string | undefined): void {
  if (state !== undefined && !/^[A-Za-z0-9]{1,128}$/.test(state)) throw refused("state", "state");
}

/** PKCE is the application's choice; half of it is a mistake (RFC 7636, sections 4.3 and 4.4.1; only S256). */
function checkCodeChallenge(
  { requiresPkce }: RegisteredApplication,
  { code_challenge: challenge, code_challenge_method: method }: Parameters,
): void {
  if (challenge === undefined && method === undefined && !requiresPkce) return;
  if (challenge === undefined) throw refused("invalid_argument", "code_challenge");
  if (method !== "S256") throw refused("invalid_argument", "code_challenge_method");
  if (!codeChallengePattern.test(challenge ?? "")) throw refused("invalid_argument", "code_challenge");
}

/** A request that is wrong, as a page. */
export function refused(problem: PageProblem, detail?: string): PageError {
  return new PageError(problem, { status: 400, ...(detail === undefined ? {} : { detail }) });
}
