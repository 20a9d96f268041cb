/**
 * The headers of every response under `/api/`. No cache may keep it (RFC 6749, section 5.1; RFC 6750, section 5.3),
 * no browser may guess its type or send its address on: the query holds a token (RFC 6750, section 2.3).
 * There is no CORS header on purpose, tokens do not belong in a browser.
 */
export function apiHeaders(requestId: string): Record<string, string> {
  return {
    "Content-Type": "application/json; charset=utf-8",
    "Cache-Control": "no-store",
    Pragma: "no-cache",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Request-Id": requestId,
  };
}
