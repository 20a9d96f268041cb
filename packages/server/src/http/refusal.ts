import type { Refusal, RefusalStatus } from "@survey-open-platform/service";
import { PlatformError } from "../errors.ts";
import { errorEnvelope } from "./envelope.ts";
import { errorHeaders } from "./error-reply.ts";
import { makeRequestId } from "./request-id.ts";
import { apiHeaders } from "./send-reply.ts";

/** The envelope for a request that never reaches an endpoint. */
export function refusal(status: RefusalStatus): Refusal {
  const error = errorFor(status);
  const requestId = makeRequestId();
  return {
    headers: { ...apiHeaders(requestId), ...errorHeaders(error) },
    body: errorEnvelope(error, requestId),
  };
}

function errorFor(status: RefusalStatus): PlatformError {
  if (status === 500) return new PlatformError("internal_error");
  const message = messages[status];
  if (status === 405) return new PlatformError("no_route", { allow: "GET", message });
  return new PlatformError("invalid_argument", { message });
}

const messages: Readonly<Record<Exclude<RefusalStatus, 500>, string>> = {
  400: "The request is not valid HTTP, or servers could read it in different ways.",
  405: "There is no such HTTP method here.",
  408: "The request took too long to arrive.",
  431: "The headers of the request are too long.",
};
