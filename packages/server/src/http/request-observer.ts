import type { Logger } from "@survey-open-platform/service";
import type { PlatformError } from "../errors.ts";

/** What is known of a request once it is answered. It never has an address, a parameter or a header of it. */
export interface ObservedRequest {
  /** The pattern of the path, not the path: people paste tokens into paths too. */
  readonly route: string;
  readonly requestId: string;
  readonly milliseconds: number;
  /** Undefined when the request was served. */
  readonly error: PlatformError | undefined;
}

export type RequestObserver = (request: ObservedRequest) => void;

/** Writes one line per request: faults as errors, refusals as information, the rest for debugging. */
export function logRequests(log: Logger): RequestObserver {
  return ({ route, requestId, milliseconds, error }) => {
    const level = error === undefined ? "debug" : isFault(error) ? "error" : "info";
    if (!log.isLevelEnabled(level)) return;
    const line = { route, request_id: requestId, ms: Math.round(milliseconds * 100) / 100 };
    if (error === undefined) log[level](line, "served");
    else
      log[level](
        { ...line, error_type: error.type, detail: error.message, err: faultCause(error) },
        "refused",
      );
  };
}

function isFault(error: PlatformError): boolean {
  return error.type === "internal_error" || error.type === "storage_unavailable";
}

/** The stack of a fault of ours; what a caller did wrong has none worth reading. */
function faultCause(error: PlatformError): unknown {
  return isFault(error) ? error.cause : undefined;
}
