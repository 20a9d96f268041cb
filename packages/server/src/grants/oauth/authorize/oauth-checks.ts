import type { ClientAddress } from "@survey-open-platform/service";
import { codeChallengePattern } from "../../../model/code-challenge.ts";
import type { VerifiedRedirectUri } from "../../../model/redirect-uri.ts";
import { writingScopes, type ScopeSet } from "../../../model/scopes.ts";
import { checkApplication, checkRedirectUri, refused } from "../../authorize/authorization-checks.ts";
import type { ResponseMode } from "../../authorize/authorization-response.tsx";
import { findOAuthClient, type ClientSources, type OAuthClient } from "../../clients/oauth-client.ts";
import type { StandardAddresses } from "../issuer.ts";
import { OauthError, toOauthError } from "../oauth-error.ts";
import { OauthParameters } from "../oauth-form.ts";
import { readScopes } from "../requested-scopes.ts";
import { readResource } from "../resource.ts";
import { readMaxAge, readPrompt, type Prompt } from "./prompt.ts";
import { ReturnedError } from "./returned-error.ts";

/** An authorization request of OAuth that passed every check. */
export interface CheckedOauthRequest extends RestOfRequest {
  readonly client: OAuthClient;
  readonly redirectUri: VerifiedRedirectUri;
}

/** What is checked once client and redirect address are proven. */
interface RestOfRequest {
  readonly responseMode: ResponseMode;
  readonly audience: 1 | 2;
  readonly scopes: ScopeSet;
  readonly codeChallenge: string | null;
  readonly state: string | null;
  readonly nonce: string | null;
  readonly prompts: ReadonlySet<Prompt>;
  /** In seconds. */
  readonly maxAge: number | undefined;
  /** Every parameter, those too that change nothing in the request itself. */
  readonly parameters: OauthParameters;
}

/** A request as it came. */
interface GivenRequest {
  readonly given: URLSearchParams;
  readonly addresses: StandardAddresses;
  readonly caller: ClientAddress;
}

/**
 * Checks an authorization request, in this order. Until client and redirect address are proven an error is a page: a redirect would be
 * an open one (RFC 9700, section 4.11). Later ones go back to the client.
 *
 * @throws `PageError`, `ReturnedError`
 */
export async function checkOauthRequest(
  clients: ClientSources,
  { given, addresses, caller }: GivenRequest,
): Promise<CheckedOauthRequest> {
  const client = await findOAuthClient(clients, onlyValue(given, "client_id"), caller);
  checkApplication(client, "client_id");
  // On the own machine a client without a secret may use any port.
  const options = { anyLoopbackPort: client.isPublic };
  const redirectUri = checkRedirectUri(client, onlyValue(given, "redirect_uri"), options);
  // From here on errors go back to the client.
  try {
    return { client, redirectUri, ...checkRest(client, given, addresses) };
  } catch (thrown) {
    const responseMode = modeOfErrors(given);
    throw new ReturnedError(toOauthError(thrown), { client, redirectUri, responseMode }, stateIn(given));
  }
}

/** Errors go the way that was asked for, where that is one. */
function modeOfErrors(given: URLSearchParams): ResponseMode {
  const asked = given.getAll("response_mode");
  return asked.length === 1 && asked[0] === "form_post" ? "form_post" : "query";
}

function checkRest(client: OAuthClient, given: URLSearchParams, addresses: StandardAddresses): RestOfRequest {
  const parameters = new OauthParameters(given, ["resource", "survey"]);
  checkLength(parameters, "state");
  checkResponseType(parameters.get("response_type"));
  const responseMode = readResponseMode(parameters.get("response_mode"));
  checkRequestObjects(parameters);
  const audience = readResource(parameters.all("resource"), addresses);
  const scopes = allowedScopes(client, readScopes(parameters.get("scope")));
  const codeChallenge = readCodeChallenge(client, parameters);
  checkLength(parameters, "nonce");
  const prompts = readPrompt(parameters.get("prompt"));
  const maxAge = readMaxAge(parameters.get("max_age"));
  const [state, nonce] = [stateIn(given), parameters.get("nonce") ?? null];
  return { responseMode, audience, scopes, codeChallenge, state, nonce, prompts, maxAge, parameters };
}

function onlyValue(given: URLSearchParams, name: string): string {
  const [value = "", ...others] = given.getAll(name);
  if (others.length > 0) throw refused("duplicated_parameter", name);
  return value;
}

/** The state, which comes back with errors too; null when there is none that could. */
function stateIn(given: URLSearchParams): string | null {
  const [state = "", ...others] = given.getAll("state");
  return state === "" || others.length > 0 || Buffer.byteLength(state) > longestText ? null : state;
}

const longestText = 1024;

function checkLength(parameters: OauthParameters, name: "state" | "nonce"): void {
  if (Buffer.byteLength(parameters.get(name) ?? "") > longestText)
    throw new OauthError("invalid_request", `${name} is longer than ${longestText} bytes.`);
}

function checkResponseType(responseType: string | undefined): void {
  if (responseType === undefined)
    throw new OauthError("invalid_request", "response_type is missing. Send response_type=code.");
  if (responseType !== "code")
    throw new OauthError(
      "unsupported_response_type",
      "response_type must be code: tokens are never sent by a redirect.",
    );
}

function readResponseMode(mode: string | undefined): ResponseMode {
  if (mode === undefined || mode === "query") return "query";
  if (mode === "form_post") return mode;
  throw new OauthError("invalid_request", "response_mode must be query or form_post.");
}

/** OpenID Connect Core, section 6; RFC 9101. */
function checkRequestObjects(parameters: OauthParameters): void {
  if (parameters.get("request") !== undefined)
    throw new OauthError(
      "request_not_supported",
      "Request objects are not supported. Send the parameters themselves.",
    );
  if (parameters.get("request_uri") !== undefined)
    throw new OauthError(
      "request_uri_not_supported",
      "request_uri is not supported. Send the parameters themselves.",
    );
}

/** Writing is left out where the application may not write. @throws `OauthError` `invalid_scope` when nothing is left */
export function allowedScopes({ mayWrite }: OAuthClient, asked: ScopeSet): ScopeSet {
  const allowed = mayWrite ? asked : asked & ~writingScopes;
  if (allowed === 0)
    throw new OauthError(
      "invalid_scope",
      "scope names only what this application may not do. Its owner can let it ask for writing.",
    );
  return allowed;
}

/**
 * A client without a secret proves with its verifier that the code was sent to it (RFC 9700, section 2.1.1); so does one whose owner
 * demands it. For the others half a challenge is a mistake, and `plain` would prove nothing (RFC 7636, section 7.2).
 */
function readCodeChallenge(
  { isPublic, requiresPkce }: OAuthClient,
  parameters: OauthParameters,
): string | null {
  const challenge = parameters.get("code_challenge");
  const method = parameters.get("code_challenge_method");
  if (challenge === undefined && method === undefined) {
    if (!isPublic && !requiresPkce) return null;
    throw new OauthError(
      "invalid_request",
      "code_challenge is missing: this client has to send one, with code_challenge_method=S256.",
    );
  }
  if (method !== "S256") throw new OauthError("invalid_request", "code_challenge_method must be S256.");
  if (challenge === undefined || !codeChallengePattern.test(challenge))
    throw new OauthError(
      "invalid_request",
      "code_challenge must be 43 characters of A-Z a-z 0-9 - _, made with S256.",
    );
  return challenge;
}
