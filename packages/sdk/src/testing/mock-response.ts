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
  return enveloped({ code: "OK", error: { type: "" }, data });
}

/** The envelope of a refusal. */
export function refusalResponse({ type, hints }: MockRefusal, errorStatus: MockErrorStatus): Response {
  const { code, status, always } = refusalKinds[type];
  const ownStatus = always === true || errorStatus === "semantic" ? status : 200;
  const error = { type, message: messageOf(type, hints) };
  return enveloped(
    { code, error, data: {} },
    hints.allow === undefined ? ownStatus : 405,
    refusalHeaders(hints),
  );
}

/** What OAuth calls an error that has another name there (RFC 6749, sections 4.1.2.1 and 5.2). */
const oauthErrors: Readonly<Partial<Record<PlatformErrorType, string>>> = {
  no_route: "invalid_request",
  request_rate_limited: "temporarily_unavailable",
  storage_unavailable: "temporarily_unavailable",
  internal_error: "server_error",
};

/** A refusal at the addresses of OAuth, without an envelope. */
export function oauthRefusalResponse({ type, hints }: MockRefusal): Response {
  const error = hints.oauthError ?? oauthErrors[type] ?? type;
  const status = type === "unauthorized_client" ? 400 : refusalKinds[type].status;
  const description = { error, error_description: "The mock platform refuses this." };
  return Response.json(description, { status, headers: refusalHeaders(hints) });
}

function refusalHeaders({ retryAfterSeconds, parameter, allow }: RefusalHints): Record<string, string> {
  return {
    ...(retryAfterSeconds !== undefined && { "Retry-After": String(retryAfterSeconds) }),
    ...(parameter !== undefined && { "X-Error-Parameter": parameter }),
    ...(allow !== undefined && { Allow: allow }),
  };
}

/** In words of this package: the platform's own say more. */
function messageOf(type: PlatformErrorType, { parameter, allow = "" }: RefusalHints): string {
  if (type === "invalid_argument" && parameter !== undefined)
    return `The parameter ${parameter} is missing, empty, repeated, malformed or too long.`;
  if (allow !== "" && !allow.includes(",")) return `This call is a ${allow}.`;
  const says = platformErrors[type];
  return `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;
}

function enveloped(content: object, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  const requestId = crypto.randomUUID();
  return new Response(JSON.stringify({ ...content, request_id: requestId }), {
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
