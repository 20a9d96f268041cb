import type { Refusal, RefusalStatus } from "@survey-open-platform/service";
import { PlatformError } from "../errors.ts";
import { apiHeaders } from "./api-headers.ts";
import { errorEnvelope } from "./envelope.ts";
import { errorHeaders } from "./error-reply.ts";
import { makeRequestId } from "./request-id.ts";

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
  if (status === 405) return new PlatformError("no_route", { allow: "GET" });
  return new PlatformError(status === 500 ? "internal_error" : "invalid_argument");
}
