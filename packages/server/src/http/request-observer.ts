import { lineForm, type Logger, type LogLevel, type WriteLine } from "@survey-open-platform/service";
import { errorKinds, type ErrorType, type PlatformError } from "../errors.ts";

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

/** Writes one line per request: faults as errors, refusals as information, the rest for debugging. */
export function logRequests(log: Logger): RequestObserver {
  const usualRefusals = new UsualRefusals(log);
  return (request) => {
    const { route, requestId, error, refusedSignIn } = request;
    const level = levelOf(error, refusedSignIn);
    if (!log.isLevelEnabled(level) || usualRefusals.write(request)) return;
    const line = { route, request_id: requestId, ms: roundedMilliseconds(request) };
    if (refusedSignIn !== undefined) return log[level]({ ...line, ...refusedSignIn }, "sign-in refused");
    if (error === undefined) log[level](line, "served");
    else
      log[level](
        { ...line, error_type: error.type, detail: error.message, err: faultCause(error) },
        "refused",
      );
  };
}

function roundedMilliseconds({ milliseconds }: ObservedRequest): number {
  return Math.round(milliseconds * 100) / 100;
}

/**
 * The lines of refusals that say nothing but what their type says. Programs that guess tokens get them, as many as they can send: a
 * line made of prepared text costs a tenth of one by pino.
 */
class UsualRefusals {
  readonly #log: Logger;
  /** By type and route: sets that the code fixes. */
  readonly #forms = new Map<ErrorType, Map<string, WriteLine>>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @returns false for any other request, and when the log has no prepared lines */
  write(request: ObservedRequest): boolean {
    const { route, requestId, error, refusedSignIn } = request;
    if (error === undefined || refusedSignIn !== undefined || isFault(error)) return false;
    if (error.message !== errorKinds[error.type].says) return false;
    const write = this.#forms.get(error.type)?.get(route) ?? this.#prepare(route, error);
    // Ids of requests have no character that JSON escapes.
    write?.(`,"request_id":"${requestId}","ms":${roundedMilliseconds(request)}`);
    return write !== undefined;
  }

  #prepare(route: string, { type, message }: PlatformError): WriteLine | undefined {
    const members = { route, error_type: type, detail: message, msg: "refused" };
    const write = lineForm(this.#log, "info", members);
    if (write === undefined) return undefined;
    const forms = this.#forms.get(type) ?? new Map<string, WriteLine>();
    this.#forms.set(type, forms.set(route, write));
    return write;
  }
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
