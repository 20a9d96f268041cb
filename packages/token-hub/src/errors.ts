import type { RenewalBackoff } from "@survey-open-platform/sdk/renewal";

/** One kind of error: its HTTP status and its message. */
interface ErrorKind {
  readonly status: number;
  readonly says: string;
}

/** Every error that the hub returns. */
export const hubErrors = {
  invalid_argument: kind(400, "a part of the request is missing, malformed or too long"),
  content_too_large: kind(413, "the body of the request is too long"),
  invalid_caller: kind(
    401,
    "the caller is unknown or revoked, or the request is not signed by it, not fresh or sent twice",
  ),
  forbidden: kind(403, "the caller may not do this for this application, or there is no such application"),
  no_route: kind(404, "there is no such path, or it does not take this method"),
  invalid_grant: kind(400, "the code is unknown, used, expired, revoked or another application's"),
  consent_required: kind(409, "no tokens are kept for this user, or they have ended: ask for consent again"),
  unsupported_grant_type: kind(400, "the hub's token call serves the grant_type client_credential alone"),
  request_rate_limited: kind(429, "too many requests; wait as long as Retry-After says"),
  foreign_refresher: kind(
    503,
    "another program renews this application's token, and the hub is set not to override it",
  ),
  mint_budget_exhausted: kind(
    503,
    "too many tokens were asked for lately; the hub waits before it asks for another",
  ),
  token_unavailable: kind(503, "there is no good token right now"),
  invalid_client: kind(503, "the platform refuses the application's appid and secret"),
  unauthorized_client: kind(503, "the platform does not let this application have tokens of this mode"),
  invalid_org_subscription: kind(503, "the team's plan does not include the interface"),
  upstream_unavailable: kind(502, "the platform cannot be reached, or its response is not a valid one"),
  upstream_timeout: kind(504, "the platform did not respond in time"),
  storage_unavailable: kind(503, "the hub cannot reach its database right now"),
  internal_error: kind(500, "something went wrong in the hub"),
} as const satisfies Readonly<Record<string, ErrorKind>>;

/** The type of an error that the hub returns: decide by this. */
export type HubErrorType = keyof typeof hubErrors;

/** What is known of an error beside its type. Nothing in it may be a secret or a token. */
export interface HubErrorDetails {
  /** For the log and the operator of the hub; never part of a response. */
  readonly detail?: string | undefined;
  readonly cause?: unknown;
  /** Whole seconds after which trying again makes sense. */
  readonly retryAfterSeconds?: number | undefined;
  /** Headers, in lower case, that the response carries beside those that every error has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The name that a failed authentication claimed, empty for none. It is logged as a hash. */
  readonly claimedName?: string | undefined;
  /** A page that is sent instead of the usual form of an error. */
  readonly response?: Response | undefined;
}

/** The one error that becomes a response; anything else that is thrown is an `internal_error`. */
export class HubError extends Error {
  override readonly name = "HubError";
  readonly type: HubErrorType;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly claimedName: string | undefined;
  readonly response: Response | undefined;

  constructor(type: HubErrorType, details: HubErrorDetails = {}) {
    const { detail, cause, retryAfterSeconds, headers = {}, claimedName, response } = details;
    const { stackTraceLimit } = Error;
    // No stack trace is written anywhere but that of a cause, and to record one costs a sixth of a refusal.
    Error.stackTraceLimit = 0;
    super(detail === undefined ? type : `${type}: ${detail}`, cause === undefined ? {} : { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.type = type;
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
    this.headers = headers;
    this.claimedName = claimedName;
    this.response = response;
  }
}

/** The error that anything thrown becomes. */
export function toHubError(thrown: unknown): HubError {
  if (thrown instanceof HubError) return thrown;
  const isOfStore = thrown instanceof Error && thrown.name === "DatabaseUnavailableError";
  return new HubError(isOfStore ? "storage_unavailable" : "internal_error", { cause: thrown });
}

/** The failure that it is too early to try again after, with what is left of the pause; undefined for none. */
export function pendingError({ pending }: Pick<RenewalBackoff<HubError>, "pending">): HubError | undefined {
  if (pending === undefined) return undefined;
  const { type, detail } = pending.failure;
  return new HubError(type, { detail, retryAfterSeconds: pending.retryAfterSeconds });
}

function kind(status: number, says: string): ErrorKind {
  return { status, says };
}
