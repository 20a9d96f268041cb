import {
  redirectLocation,
  resultParameters,
  type RedirectResult,
  type VerifiedRedirectUri,
} from "../../model/redirect-uri.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { FormPostPage } from "./form-post-page.tsx";

/** How a result gets to the application. */
export type ResponseMode = "query" | "form_post";

/** Where the result of an authorization request goes, and how. */
export interface ResponseTarget {
  readonly redirectUri: VerifiedRedirectUri;
  /** Null in the interface's own way, which has one. */
  readonly responseMode: ResponseMode | null;
}

/**
 * Sends the browser back to the application with the result: by a redirect (RFC 6749, sections 4.1.2 and 4.1.2.1), or by a form
 * (OAuth 2.0 Form Post Response Mode), which keeps it out of addresses.
 */
export async function authorizationResponse(
  { redirectUri, responseMode }: ResponseTarget,
  result: RedirectResult,
  { language }: Pick<PageRequest, "language">,
): Promise<Response> {
  if (responseMode !== "form_post") return redirectTo(redirectLocation(redirectUri, result));
  const fields = Object.fromEntries(resultParameters(result));
  // form-action would have to name where the application redirects to in turn.
  const options = { status: 200, formAction: false, script: true, keepsOpener: true };
  return renderPage(<FormPostPage {...{ language, fields }} action={redirectUri} />, options);
}
