import { hubErrors, type HubError, type HubErrorType } from "../errors.ts";
import { retryHeader } from "./error-reply.ts";
import type { Reply } from "./reply.ts";

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

/** `type` is empty on success, which has no message. */
interface EnvelopeError {
  readonly type: string;
  readonly message?: string;
}

/** What goes into an envelope. */
interface Enveloped {
  readonly code: string;
  readonly error: EnvelopeError;
  readonly data: unknown;
  readonly requestId: string;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

const envelopeHeaders = {
  "cache-control": "no-store",
  "content-type": "application/json; charset=utf-8",
  pragma: "no-cache",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** A response in the platform's own form, for clients that know no other. */
export function envelope({ code, error, data, requestId, status, headers = {} }: Enveloped): Reply {
  return {
    status,
    headers: {
      ...headers,
      ...envelopeHeaders,
      "x-request-id": requestId,
    },
    body: JSON.stringify({ code, error, data, request_id: requestId }),
  };
}

/** How an error is presented, where this differs from the hub's own form. */
export interface ErrorOverride {
  readonly type?: HubErrorType;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error in an envelope: its type, and what that means in words. Nothing says why it was so. */
export function errorEnvelope(error: HubError, requestId: string, override: ErrorOverride = {}): Reply {
  const { type = error.type, headers: given = error.headers } = override;
  const isMethod = type === "no_route" && given["allow"] !== undefined;
  const { status = isMethod ? 405 : hubErrors[type].status } = override;
  const headers = { ...given, ...retryHeader(error) };
  const message = sentenceOf(hubErrors[type].says);
  return envelope({ code: codes[type], error: { type, message }, data: {}, requestId, status, headers });
}

/** As the platform writes its messages. */
function sentenceOf(says: string): string {
  return `${says.charAt(0).toUpperCase()}${says.slice(1)}.`;
}
