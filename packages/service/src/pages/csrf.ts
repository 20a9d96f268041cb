import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The token that forms carry: an HMAC (RFC 2104) of the cookie that they belong to, so others cannot make it (RFC 6749,
 * section 10.12).
 */
export function csrfTokenOf(cookie: string): string {
  return createHmac("sha256", cookie).update("csrf").digest("base64url");
}

/** Whether a form's token belongs to a cookie. */
export function isCsrfTokenOf(cookie: string, given: string): boolean {
  const expected = Buffer.from(csrfTokenOf(cookie));
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
