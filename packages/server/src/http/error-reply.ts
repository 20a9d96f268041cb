import { DatabaseUnavailableError } from "@survey-open-platform/database";
import { SurveyTooLargeError } from "@survey-open-platform/surveys";
import type { ErrorStatus } from "../config/settings.ts";
import { errorKinds, PlatformError } from "../errors.ts";
import { quotaHeaders } from "../model/quota.ts";
import { errorEnvelope } from "./envelope.ts";
import { apiHeaders, type Reply } from "./send-reply.ts";

const storageRetrySeconds = 2;

/** Turns anything thrown into a `PlatformError`, the only kind that callers see. */
export function toPlatformError(thrown: unknown): PlatformError {
  if (thrown instanceof PlatformError) return thrown;
  if (thrown instanceof DatabaseUnavailableError) {
    return new PlatformError("storage_unavailable", {
      cause: thrown,
      retryAfterSeconds: storageRetrySeconds,
    });
  }
  if (thrown instanceof SurveyTooLargeError)
    return new PlatformError("invalid_argument", { cause: thrown, message: thrown.message });
  return new PlatformError("internal_error", { cause: thrown });
}

/** The HTTP status of an error. */
export function statusOf(error: PlatformError, errorStatus: ErrorStatus): number {
  const kind = errorKinds[error.type];
  if (error.allow !== undefined) return 405;
  return "always" in kind || errorStatus === "semantic" ? kind.status : 200;
}

/** The response to a program for an error. */
export function errorReply(error: PlatformError, requestId: string, errorStatus: ErrorStatus): Reply {
  return {
    status: statusOf(error, errorStatus),
    headers: { ...apiHeaders(requestId), ...errorHeaders(error) },
    body: errorEnvelope(error, requestId),
  };
}

/** The headers that say more about an error, for programs and for pages alike. */
export function errorHeaders(error: ErrorHints): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.retryAfterSeconds !== undefined)
    headers["Retry-After"] = String(Math.max(1, error.retryAfterSeconds));
  if (error.allow !== undefined) headers["Allow"] = error.allow;
  if (error.quota !== undefined) Object.assign(headers, quotaHeaders(error.quota));
  if (error.parameter !== undefined) headers["X-Error-Parameter"] = error.parameter;
  return headers;
}

/** What an error says beside its type. */
type ErrorHints = Partial<Pick<PlatformError, "retryAfterSeconds" | "allow" | "parameter" | "quota">>;
