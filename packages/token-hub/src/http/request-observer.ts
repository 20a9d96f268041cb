import type { Logger } from "@survey-open-platform/service";
import type { HubError } from "../errors.ts";

/** What is known of a request once it is answered. It never has an address, a parameter or a header of it. */
export interface ObservedRequest {
  /** The pattern of the path, not the path. */
  readonly route: string;
  readonly method: string;
  readonly requestId: string | undefined;
  readonly milliseconds: number;
  /** Undefined when the request was served. */
  readonly error: HubError | undefined;
}

/** Is told of every request. */
export type RequestObserver = (request: ObservedRequest) => void;

/** Writes one line per request: faults as errors, refusals as information, the rest for debugging. */
export function logRequests(log: Logger): RequestObserver {
  return ({ route, method, requestId, milliseconds, error }) => {
    const level = error === undefined ? "debug" : isFault(error) ? "error" : "info";
    if (!log.isLevelEnabled(level)) return;
    const line = { method, route, request_id: requestId, ms: Math.round(milliseconds * 100) / 100 };
    if (error === undefined) log[level](line, "served");
    else
      log[level]({ ...line, error_type: error.type, detail: error.detail, cause: causeOf(error) }, "refused");
  };
}

function isFault({ type }: HubError): boolean {
  return type === "internal_error" || type === "storage_unavailable";
}

/** The stack of a fault of ours; an error's own words may quote what it was given, and so a secret. */
function causeOf(error: HubError): string | undefined {
  if (!isFault(error) || !(error.cause instanceof Error)) return undefined;
  const { name, stack = "" } = error.cause;
  return [name, ...stack.split("\n").filter((line) => /^\s+at /.test(line))].join("\n");
}
