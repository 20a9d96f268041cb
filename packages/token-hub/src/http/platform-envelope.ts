import { randomUUID } from "node:crypto";
import { hubErrors, toHubError, type HubError, type HubErrorType } from "../errors.ts";
import type { CallerParts } from "./caller-parts.ts";

/** The envelope's `code` for each of the hub's errors, in the words of the platform's interface. */
const codes: Readonly<Record<HubErrorType, string>> = {
  invalid_argument: "InvalidArgument",
  invalid_caller: "PermissionDenied",
  forbidden: "PermissionDenied",
  no_route: "NoRoute",
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
}

/** An answer in the form in which the platform answers, for clients that know no other. */
export function envelope({ code, type, data }: Enveloped, init: ResponseInit = {}): Response {
  const requestId = randomUUID();
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

/** An error in an envelope: its type, and nothing of why. */
export function errorEnvelope(error: HubError, status: number = hubErrors[error.type].status): Response {
  const { type, retryAfterSeconds } = error;
  const headers = new Headers(error.headers);
  if (retryAfterSeconds !== undefined) headers.set("Retry-After", String(Math.max(1, retryAfterSeconds)));
  return envelope({ code: codes[type], type, data: {} }, { status, headers });
}

/** Notes in the log why something was refused, which the answer does not tell. */
export function noteRefusal({ log }: Pick<CallerParts, "log">, route: string, thrown: unknown): HubError {
  const error = toHubError(thrown);
  const { type, detail } = error;
  const isOurs = type === "internal_error";
  // What an unforeseen error says may quote an address, and with it a token: its name has to do.
  const cause = isOurs && error.cause instanceof Error ? error.cause.name : undefined;
  log[isOurs ? "error" : "info"]({ route, type, detail, cause }, "refused");
  return error;
}
