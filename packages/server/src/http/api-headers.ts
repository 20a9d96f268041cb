/**
 * The headers of every answer under `/api/`: nothing may keep it, guess at it or pass on where it came from.
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
