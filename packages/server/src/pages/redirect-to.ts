/**
 * Sends a browser on, by GET whatever its request was.
 *
 * The address may carry a code and the response a session's cookie, so no cache may keep it; and the next page does
 * not learn where the browser came from (RFC 9700, section 4.2.4).
 *
 * @param location a path of this origin, or the proven address of an application
 * @example
 * redirectTo("/account/applications?notice=revoked");
 */
export function redirectTo(location: string, status: 302 | 303 = 303): Response {
  const headers = { Location: location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
  return new Response(null, { status, headers });
}
