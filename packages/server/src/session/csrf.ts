import { createHmac, timingSafeEqual } from "node:crypto";

/** The token that forms of a session carry; derived from the session token, so others cannot make it. */
export function csrfTokenOf(sessionToken: string): string {
  return createHmac("sha256", sessionToken).update("csrf").digest("base64url");
}

/** Whether a form's token belongs to the session. */
export function isCsrfTokenOf(sessionToken: string, given: string): boolean {
  const expected = Buffer.from(csrfTokenOf(sessionToken));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/**
 * Whether the browser itself says that a form was sent from another site. Without either header nothing is
 * proven (our own pages send no referrer, so their forms have the origin `null`); the token decides then.
 */
export function comesFromElsewhere(headers: Headers, ownOrigin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && origin !== "null" && origin !== ownOrigin;
}
