import { hubErrors, type HubError, type HubErrorType } from "../errors.ts";

/** The envelope's `code` for each of the hub's errors, in the words of the platform's interface. */
const codes: Readonly<Record<HubErrorType, string>> = {
  invalid_argument: "InvalidArgument",
  content_too_large: "InvalidArgument",
  invalid_caller: "PermissionDenied",
  forbidden: "PermissionDenied",
  no_route: "NoRoute",
  unsupported_grant_type: "InvalidArgument",
  request_rate_limited: "ResourceExhausted",
  foreign_refresher: "RemoteServerError",
  mint_budget_exhausted: "RemoteServerError",
  token_unavailable: "RemoteServerError",
  invalid_client: "PermissionDenied",
  unauthorized_client: "PermissionDenied",
  invalid_org_subscription: "PermissionDenied",
  invalid_grant: "PermissionDenied",
  consent_required: "PermissionDenied",
  upstream_unavailable: "RemoteServerError",
  upstream_timeout: "RemoteServerError",
  storage_unavailable: "RemoteServerError",
  internal_error: "InternalServerError",
};

/** What goes into an envelope. */
interface Enveloped {
  readonly code: string;
  /** Empty on success. */
  readonly type: string;
  readonly data: unknown;
  readonly requestId: string;
}

/** A response in the platform's own form, for clients that know no other. */
export function envelope({ code, type, data, requestId }: Enveloped, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set("Content-Type", "application/json; charset=utf-8");
  headers.set("Cache-Control", "no-store");
  headers.set("Pragma", "no-cache");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "no-referrer");
  headers.set("X-Request-Id", requestId);
  const body = JSON.stringify({ code, error: { type }, data, request_id: requestId });
  return new Response(body, { ...init, headers });
}

/** How an error is presented, where this differs from the hub's own form. */
export interface ErrorOverride {
  readonly type?: HubErrorType;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error in an envelope: its type, and nothing of why. */
export function errorEnvelope(error: HubError, requestId: string, override: ErrorOverride = {}): Response {
  const { type = error.type, headers: given = error.headers } = override;
  const isMethod = type === "no_route" && given["Allow"] !== undefined;
  const { status = isMethod ? 405 : hubErrors[type].status } = override;
  const headers = new Headers(given);
  const { retryAfterSeconds } = error;
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(Math.max(1, retryAfterSeconds)));
  return envelope({ code: codes[type], type, data: {}, requestId }, { status, headers });
}
