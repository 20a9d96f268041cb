import { hubErrors, type HubError } from "../errors.ts";

/** What every answer has that holds or may hold something of value: nothing may keep it or guess at it. */
export const responseHeaders = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** The one form of an error: `{"error": {"type", "message"}}`, with a fitting status. */
export function errorResponse(error: HubError, requestId: string): Response {
  const { status, says } = hubErrors[error.type];
  const isMethod = error.type === "no_route" && error.headers["Allow"] !== undefined;
  return Response.json(
    { error: { type: error.type, message: says } },
    { status: isMethod ? 405 : status, headers: errorHeaders(error, requestId) },
  );
}

/** The headers of an error, whatever the form of its body. */
export function errorHeaders({ headers, retryAfterSeconds }: HubError, requestId: string) {
  return {
    ...responseHeaders,
    "X-Request-Id": requestId,
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(Math.max(1, retryAfterSeconds)) }),
    ...headers,
  };
}
