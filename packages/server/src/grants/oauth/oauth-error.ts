import { PlatformError, type ErrorType } from "../../errors.ts";
import { toPlatformError } from "../../http/error-reply.ts";

/** Values of `error` (RFC 6749, sections 4.1.2.1 and 5.2; RFC 7009; RFC 8707; RFC 8628; RFC 7591; OpenID Connect Core, 3.1.2.6). */
export type OauthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "invalid_target"
  | "access_denied"
  | "request_not_supported"
  | "request_uri_not_supported"
  | "invalid_request_uri"
  | "login_required"
  | "consent_required"
  | "interaction_required"
  | "account_selection_required"
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  | "invalid_client_metadata"
  | "invalid_redirect_uri"
  | "invalid_token"
  | "insufficient_scope"
  | "temporarily_unavailable"
  | "server_error";

/** What a response says beside its error. */
export interface OauthErrorOptions {
  /** 400 unless given; 401 for `invalid_client` and `invalid_token`. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal of OAuth. Its message is sent: ASCII, without quotes and backslashes, and without anything that the caller sent. */
export class OauthError extends Error {
  override readonly name = "OauthError";
  readonly error: OauthErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  /** @param description says what is wrong and what to do, in one or two sentences */
  constructor(error: OauthErrorCode, description: string, options: OauthErrorOptions = {}) {
    const { stackTraceLimit } = Error;
    // No stack trace of a refusal is written anywhere.
    Error.stackTraceLimit = 0;
    super(description, { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.error = error;
    this.status = options.status ?? usualStatus(error);
    this.headers = options.headers ?? {};
  }
}

function usualStatus(error: OauthErrorCode): number {
  return error === "invalid_client" || error === "invalid_token" ? 401 : 400;
}

/** The refusal that anything thrown becomes. */
export function toOauthError(thrown: unknown): OauthError {
  if (thrown instanceof OauthError) return thrown;
  const problem = toPlatformError(thrown);
  const [error, status] = ofPlatform[problem.type] ?? ["invalid_request", 400];
  const { retryAfterSeconds } = problem;
  const headers =
    retryAfterSeconds === undefined ? {} : { "Retry-After": String(Math.max(1, retryAfterSeconds)) };
  return new OauthError(error, words[problem.type] ?? problem.message, { status, headers, cause: problem });
}

type Kind = readonly [error: OauthErrorCode, status: number];

const ofPlatform: Readonly<Partial<Record<ErrorType, Kind>>> = {
  invalid_client: ["invalid_client", 401],
  invalid_grant: ["invalid_grant", 400],
  unauthorized_client: ["unauthorized_client", 400],
  invalid_org_subscription: ["unauthorized_client", 400],
  request_rate_limited: ["temporarily_unavailable", 429],
  storage_unavailable: ["temporarily_unavailable", 503],
  internal_error: ["server_error", 500],
};

/** Where the words of the interface's own calls do not fit. */
const words: Readonly<Partial<Record<ErrorType, string>>> = {
  invalid_client:
    "The client is unknown or disabled, or its secret is wrong or missing. Check client_id and client_secret.",
  invalid_grant:
    "The code or refresh token is unknown, used, expired or revoked, or belongs to another client, redirect_uri or code_verifier. Send the user through the authorization page again.",
  unauthorized_client:
    "The client may not use this grant, or not from this address. Applications of teams use client_credentials, all others authorization_code.",
  invalid_org_subscription: "The plan of the team does not include the interface.",
  request_rate_limited:
    "Too many requests. Wait for the seconds of Retry-After, and keep tokens until they expire.",
};

/** A refusal as the log and the metrics count it. */
export function observedError(error: OauthError): PlatformError {
  if (error.cause instanceof PlatformError) return error.cause;
  return new PlatformError(observedTypes[error.error] ?? "invalid_argument", { message: error.message });
}

const observedTypes: Readonly<Partial<Record<OauthErrorCode, ErrorType>>> = {
  invalid_client: "invalid_client",
  invalid_grant: "invalid_grant",
  unauthorized_client: "unauthorized_client",
  unsupported_grant_type: "unsupported_grant_type",
  invalid_token: "invalid_token",
};

/** The response of a refusal (RFC 6749, section 5.2). */
export function oauthErrorResponse({ error, message, status, headers }: OauthError): Response {
  const body = JSON.stringify({ error, error_description: message });
  return new Response(body, { status, headers: { ...jsonHeaders, ...headers } });
}

/** The headers of a response that may hold a token or say something of one (RFC 6749, section 5.1). */
export const jsonHeaders = {
  "Content-Type": "application/json; charset=utf-8",
  "Cache-Control": "no-store",
  Pragma: "no-cache",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
} as const;

/** A response with JSON that no cache keeps. */
export function jsonResponse(data: unknown, status = 200): Response {
  return new Response(JSON.stringify(data), { status, headers: jsonHeaders });
}

/** A response with JSON that is the same for everybody, and is kept for five minutes. */
export function publicDocument(content: unknown): Response {
  const headers = {
    "Content-Type": "application/json",
    "Cache-Control": "public, max-age=300",
    "X-Content-Type-Options": "nosniff",
  };
  return new Response(JSON.stringify(content), { headers });
}
