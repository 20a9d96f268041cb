import { RefusalLines, type Logger, type LogLevel } from "@survey-open-platform/service";
import type { PlatformError } from "../errors.ts";

/** An attempt to sign in that was refused. Guessing of passwords has to leave a trace (OWASP ASVS 16.3.1). */
export interface RefusedSignIn {
  readonly problem:
    | "wrong_credentials"
    | "too_many_attempts"
    | "busy"
    | "passkey_refused"
    | "provider_refused"
    | "provider_unavailable";
  /** Where the attempt came from, without port. */
  readonly address: string;
  /** A keyed hash of the username, never the username. */
  readonly username: string;
}

/** What is known of a request once it is served: no parameter, no header, and an address only of a refused sign-in. */
export interface ObservedRequest {
  /** The pattern of the path, not the path: people paste tokens into paths too. */
  readonly route: string;
  readonly requestId: string;
  readonly milliseconds: number;
  /** Undefined when the request was served. */
  readonly error: PlatformError | undefined;
  readonly refusedSignIn?: RefusedSignIn | undefined;
}

export type RequestObserver = (request: ObservedRequest) => void;

/** Writes one line per request: faults as errors, refusals as information, the rest for debugging. A flood of refusals is counted. */
export function logRequests(log: Logger): RequestObserver {
  const refusals = new RefusalLines(log);
  return ({ route, requestId, milliseconds, error, refusedSignIn }) => {
    const level = levelOf(error, refusedSignIn);
    if (!log.isLevelEnabled(level)) return;
    if (level === "info" && error !== undefined && !refusals.take(route, error.type)) return;
    const line = { route, request_id: requestId, ms: Math.round(milliseconds * 100) / 100 };
    if (refusedSignIn !== undefined) return log[level]({ ...line, ...refusedSignIn }, "sign-in refused");
    if (error === undefined) log[level](line, "served");
    else
      log[level](
        { ...line, error_type: error.type, detail: error.message, err: faultCause(error) },
        "refused",
      );
  };
}

function levelOf(error: PlatformError | undefined, refusedSignIn: RefusedSignIn | undefined): LogLevel {
  if (refusedSignIn !== undefined) return "warn";
  if (error === undefined) return "debug";
  return isFault(error) ? "error" : "info";
}

function isFault(error: PlatformError): boolean {
  return error.type === "internal_error" || error.type === "storage_unavailable";
}

/** The stack of a fault of ours; what a caller did wrong has none worth reading. */
function faultCause(error: PlatformError): unknown {
  return isFault(error) ? error.cause : undefined;
}
