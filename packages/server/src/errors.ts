import type { Quota } from "./model/quota.ts";

/** The class of an error: `code` of its envelope. */
export type ErrorCode = ErrorKind["code"];

/** How an error type is presented to programs: its envelope code, HTTP status and usual message. */
export interface ErrorKind {
  readonly code:
    | "InvalidArgument"
    | "PermissionDenied"
    | "NotFound"
    | "AlreadyExists"
    | "ResourceExhausted"
    | "NoRoute"
    | "InternalServerError"
    | "RemoteServerError";
  /** HTTP status with error-status `semantic`; kinds marked `always` have it in either setting. */
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 429 | 500 | 503;
  readonly always?: true;
  readonly says: string;
}

/** Every `error.type` that the platform returns. */
export const errorKinds = {
  invalid_argument: {
    code: "InvalidArgument",
    status: 400,
    says: "A parameter is missing, empty, repeated, malformed or too long.",
  },
  invalid_argument_url: {
    code: "InvalidArgument",
    status: 400,
    says: "The address is not one that events are sent to: public http or https, without port and credentials.",
  },
  resource_exhausted: {
    code: "ResourceExhausted",
    status: 429,
    says: "There are as many of these as there may be; delete one first.",
  },
  unsupported_grant_type: {
    code: "InvalidArgument",
    status: 400,
    says: "The grant_type is not one that this path serves.",
  },
  invalid_client: {
    code: "PermissionDenied",
    status: 401,
    says: "The appid and secret do not belong together, or the application is disabled.",
  },
  unauthorized_client: {
    code: "PermissionDenied",
    status: 403,
    says: "The application may not use this mode, or not from this address: team applications ask for team tokens, the others exchange codes.",
  },
  invalid_grant: {
    code: "PermissionDenied",
    status: 400,
    says: "The code or refresh token is unknown, used, expired, revoked or another application's.",
  },
  invalid_token: {
    code: "PermissionDenied",
    status: 401,
    says: "The access token is unknown, expired, revoked, replaced by a newer team token, or another application's.",
  },
  claim_error: {
    code: "PermissionDenied",
    status: 403,
    says: "The token is valid but may not speak for the openid or user_id that was sent.",
  },
  invalid_redirect_url: {
    code: "InvalidArgument",
    status: 400,
    says: "The redirect_url is not an absolute http or https address.",
  },
  permission_denied: {
    code: "PermissionDenied",
    status: 403,
    says: "The token is valid but may not make this change.",
  },
  insufficient_scope: {
    code: "PermissionDenied",
    status: 403,
    // There is no call with a bearer token in the interface's own way, whose statuses a setting chooses.
    always: true,
    says: "The bearer token is valid but its scopes do not allow this call.",
  },
  not_found: {
    code: "NotFound",
    status: 404,
    says: "There is no such thing within the reach of this token.",
  },
  openid_existed: {
    code: "AlreadyExists",
    status: 409,
    says: "The application has an account with this openid.",
  },
  user_not_found: {
    code: "NotFound",
    status: 404,
    says: "The application has no such account, or it is disabled.",
  },
  update_user_error: {
    code: "InvalidArgument",
    status: 400,
    says: "The account cannot be changed in this way.",
  },
  invalid_list_length: {
    code: "InvalidArgument",
    status: 400,
    says: "The list must have 1 to 100 respondents.",
  },
  invalid_type: {
    code: "InvalidArgument",
    status: 400,
    says: "The type of the list must be 11: accounts of a third party.",
  },
  org_resource_exhausted: {
    code: "ResourceExhausted",
    status: 429,
    says: "The user has created as many teams as a user may.",
  },
  org_create_error: {
    code: "AlreadyExists",
    status: 409,
    says: "The team cannot be created: there is one with this name.",
  },
  contacts_team_not_found: {
    code: "NotFound",
    status: 404,
    says: "There is no such team within the reach of this token.",
  },
  contacts_group_not_found: {
    code: "NotFound",
    status: 404,
    says: "The team has no such group.",
  },
  parent_group_not_found: {
    code: "NotFound",
    status: 404,
    says: "The team has no such group to be the parent, or it is below the group itself.",
  },
  group_too_deep: {
    code: "InvalidArgument",
    status: 400,
    says: "Groups can have at most ten levels below the team.",
  },
  default_group_be_modified: {
    code: "InvalidArgument",
    status: 400,
    says: "The group that stands for the team cannot be changed or deleted.",
  },
  duplicated_remote_id: {
    code: "AlreadyExists",
    status: 409,
    says: "Another group of the team has this remote_id.",
  },
  contacts_user_existed: {
    code: "AlreadyExists",
    status: 409,
    says: "The user is in the group already.",
  },
  contacts_user_not_found: {
    code: "NotFound",
    status: 404,
    says: "The user is not in the team or group, and is no account of the application.",
  },
  exceed_user_limit: {
    code: "ResourceExhausted",
    status: 429,
    says: "The team has as many members as a team may.",
  },
  invalid_org_subscription: {
    code: "PermissionDenied",
    status: 403,
    says: "The team's plan does not include the interface.",
  },
  request_rate_limited: {
    code: "ResourceExhausted",
    status: 429,
    says: "Too many requests; wait for Retry-After seconds and keep the token instead of asking for one each time.",
  },
  no_route: {
    code: "NoRoute",
    status: 404,
    always: true,
    says: "There is no such path, or it does not take this method.",
  },
  internal_error: {
    code: "InternalServerError",
    status: 500,
    always: true,
    says: "Something went wrong on the server; give the request_id to the operator of the platform.",
  },
  storage_unavailable: {
    code: "RemoteServerError",
    status: 503,
    always: true,
    says: "The database cannot be reached right now; try again after Retry-After seconds.",
  },
} as const satisfies Record<string, ErrorKind>;

/** A value of `error.type` in the envelope. */
export type ErrorType = keyof typeof errorKinds;

/** One of several things that are wrong with a call. */
export interface ErrorProblem {
  /** Name of the documented parameter. */
  readonly parameter: string;
  /** Line of the parameter's text, from 1, where it has lines. */
  readonly line?: number;
  /** Like the message of the error. */
  readonly message: string;
}

/** What the log, and the response, may hold beyond the type. */
export interface ErrorDetail {
  /**
   * Why, in one English sentence, for the caller and for the log; the type's own unless given. Never a secret, a token, a
   * value that the caller sent, or whether something exists that the caller may not know of.
   */
  readonly message?: string;
  /** Each thing that is wrong, when there are several; the error itself is about the first. */
  readonly problems?: readonly ErrorProblem[];
  readonly cause?: unknown;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Methods that the path takes, when the method was the problem; sent as `Allow` with status 405. */
  readonly allow?: string;
  /** The quota of the application, when it was the problem; sent as `X-RateLimit-…`. */
  readonly quota?: Quota;
  /** Name of the documented parameter that was the problem; sent as `X-Error-Parameter`. */
  readonly parameter?: string;
}

/** The one kind of error that is meant for the caller; anything else becomes `internal_error`. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  readonly type: ErrorType;
  readonly retryAfterSeconds: number | undefined;
  readonly allow: string | undefined;
  readonly parameter: string | undefined;
  readonly quota: Quota | undefined;
  readonly problems: readonly ErrorProblem[] | undefined;

  constructor(
    type: ErrorType,
    { message, problems, cause, retryAfterSeconds, allow, parameter, quota }: ErrorDetail = {},
  ) {
    const { stackTraceLimit } = Error;
    // No stack trace is written anywhere but that of a cause, and to record one costs as much as looking up a token.
    Error.stackTraceLimit = 0;
    super(message ?? errorKinds[type].says, { cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.type = type;
    this.retryAfterSeconds = retryAfterSeconds;
    this.allow = allow;
    this.parameter = parameter;
    this.quota = quota;
    this.problems = problems;
  }
}
