import { redirectLocation, type RedirectResult, type VerifiedRedirectUri } from "../../model/redirect-uri.ts";
import { redirectTo } from "../../pages/redirect-to.ts";

/** How a result gets to the application. */
export type ResponseMode = "query" | "form_post";

/** Where the result of an authorization request goes, and how. */
export interface ResponseTarget {
  readonly redirectUri: VerifiedRedirectUri;
  /** Null in the interface's own way, which has one. */
  readonly responseMode: ResponseMode | null;
}

/** Sends the browser back to the application with the result (RFC 6749, sections 4.1.2 and 4.1.2.1). */
export function authorizationResponse({ redirectUri }: ResponseTarget, result: RedirectResult): Response {
  return redirectTo(redirectLocation(redirectUri, result));
}
