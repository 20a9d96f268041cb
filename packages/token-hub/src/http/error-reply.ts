import { hubErrors, type HubError } from "../errors.ts";
import { jsonHeaders, type Reply } from "./reply.ts";

/** The one form of an error: `{"error": {"type", "message"}}`, with a fitting status. */
export function errorReply(error: HubError, requestId: string): Reply {
  const { type, headers } = error;
  const { status, says } = hubErrors[type];
  const isMethod = type === "no_route" && headers["allow"] !== undefined;
  return {
    status: isMethod ? 405 : status,
    headers: {
      ...headers,
      ...retryHeader(error),
      ...jsonHeaders,
      "x-request-id": requestId,
    },
    body: JSON.stringify({ error: { type, message: says } }),
  };
}

/** When to try again, where the error says so. */
export function retryHeader({
  retryAfterSeconds,
}: Pick<HubError, "retryAfterSeconds">): Record<string, string> {
  return retryAfterSeconds === undefined ? {} : { "retry-after": String(Math.max(1, retryAfterSeconds)) };
}
