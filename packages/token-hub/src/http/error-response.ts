import { hubErrors, type HubError } from "../errors.ts";

/** Headers of every response that may hold a token: no cache may keep it (RFC 6749, section 5.1), no browser may guess its type. */
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

/** The headers of an error, for every form of its body. */
export function errorHeaders({ headers, retryAfterSeconds }: HubError, requestId: string) {
  return {
    ...responseHeaders,
    "X-Request-Id": requestId,
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(Math.max(1, retryAfterSeconds)) }),
    ...headers,
  };
}
