/**
 * Sends a browser on, by GET whatever its request was.
 *
 * The address may carry a code and the answer a session's cookie, so nothing on the way may keep it; and the next
 * page is not told where the browser came from.
 *
 * @param location a path of this origin, or the proven address of an application
 * @example
 * redirectTo("/account/applications?notice=revoked");
 */
export function redirectTo(location: string): Response {
  const headers = { Location: location, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" };
  return new Response(null, { status: 303, headers });
}
