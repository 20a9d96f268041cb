import { isRandomId, makeRandomId } from "../model/token.ts";
import type { PageRequest } from "./page-request.ts";

/** How long a form may stay open that is sent before there is a session. */
const formSeconds = 3600;

/**
 * What binds a form to this browser before there is a session. Its csrf token is derived from it, so only a value of the
 * form that is made here counts: others know the csrf token of an empty one (RFC 6749, section 10.12). The prefix of the
 * cookie's name keeps other hosts from planting a value of that form, see `cookies.ts`.
 */
export function formTokenOf(pageRequest: PageRequest): string | undefined {
  const cookie = pageRequest.cookies.get("sop_sign_in");
  return cookie !== undefined && isRandomId(cookie) ? cookie : undefined;
}

/** The token for a form that is shown now; the browser keeps it in a cookie. */
export function openForm(pageRequest: PageRequest): string {
  const token = formTokenOf(pageRequest) ?? makeRandomId();
  pageRequest.cookies.set("sop_sign_in", token, formSeconds);
  return token;
}
