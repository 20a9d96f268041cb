import { platformErrors, type PlatformErrorType } from "../error-types.ts";
import { refusalKinds } from "./generated-replies.ts";

/** What a refusal says beside its type. */
export interface RefusalHints {
  readonly retryAfterSeconds?: number;
  readonly parameter?: string;
  /** The methods that the path takes, when the method was the problem. */
  readonly allow?: string;
  /** The error of OAuth, where the type alone does not say it (RFC 8628, section 3.5). */
  readonly oauthError?: "authorization_pending" | "slow_down" | "access_denied" | "expired_token";
}

/** Thrown inside the mock platform for a response that is an error; never leaves it. */
export class MockRefusal extends Error {
  override readonly name = "MockRefusal";
  readonly type: PlatformErrorType;
  readonly hints: RefusalHints;

  constructor(type: PlatformErrorType, hints: RefusalHints = {}) {
    super(type);
    this.type = type;
    this.hints = hints;
  }
}

/** The status of refusals: HTTP 200, as in most installations, or one that fits. */
export type MockErrorStatus = "ok" | "semantic";

/** The envelope of a call that succeeded. */
export function successResponse(data: unknown): Response {
  return envelope("OK", { type: "" }, data, { status: 200, headers: {} });
}

/** The envelope of a refusal. */
export function refusalResponse({ type, hints }: MockRefusal, errorStatus: MockErrorStatus): Response {
  const { code, status, always } = refusalKinds[type];
  const headers: Record<string, string> = {};
  if (hints.retryAfterSeconds !== undefined) headers["Retry-After"] = String(hints.retryAfterSeconds);
  if (hints.parameter !== undefined) headers["X-Error-Parameter"] = hints.parameter;
  if (hints.allow !== undefined) headers["Allow"] = hints.allow;
  const ownStatus = always === true || errorStatus === "semantic" ? status : 200;
  const error = { type, message: messageOf(type, hints) };
  return envelope(code, error, {}, { status: hints.allow === undefined ? ownStatus : 405, headers });
}

/** In words of this package: the platform's own say more. */
function messageOf(type: PlatformErrorType, { parameter, allow = "" }: RefusalHints): string {
  if (type === "invalid_argument" && parameter !== undefined)
    return `The parameter ${parameter} is missing, empty, repeated, malformed or too long.`;
  if (allow !== "" && !allow.includes(",")) return `This call is a ${allow}.`;
  const says = platformErrors[type];
  return `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;
}

interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

interface MockError {
  readonly type: string;
  readonly message?: string;
}

function envelope(
  code: string,
  error: MockError,
  data: unknown,
  { status, headers }: ResponseHead,
): Response {
  const requestId = crypto.randomUUID();
  return new Response(JSON.stringify({ code, error, data, request_id: requestId }), {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      Pragma: "no-cache",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "X-Request-Id": requestId,
      ...headers,
    },
  });
}
