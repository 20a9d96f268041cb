/** Every `error.type` of the platform, with its meaning. */
export const platformErrors = {
  invalid_argument: "a parameter is missing, empty, repeated, malformed or too long",
  invalid_argument_url: "events are not sent to this address",
  resource_exhausted: "there are as many of these as there may be",
  unsupported_grant_type: "this path does not serve that grant_type",
  invalid_client: "appid and secret do not belong together, or the application is disabled",
  unauthorized_client: "the application may not use this mode, or not from this address",
  invalid_grant: "the code or refresh token is unknown, used, expired, revoked or another application's",
  invalid_token: "the access token is unknown, expired, revoked, overridden or another application's",
  claim_error: "the token may not speak for that openid or user_id",
  invalid_redirect_url: "the redirect_url is no http or https address",
  permission_denied: "the token may not make this change",
  insufficient_scope: "the scopes of the bearer token do not allow this call",
  not_found: "there is no such thing within reach",
  openid_existed: "there is an account with this openid",
  user_not_found: "there is no such account",
  update_user_error: "the account cannot be changed so",
  org_resource_exhausted: "the user has as many teams as there may be",
  org_create_error: "there is a team with this name",
  invalid_list_length: "not 1 to 100 respondents",
  invalid_type: "the type is not 11",
  contacts_team_not_found: "there is no such team",
  contacts_group_not_found: "there is no such group",
  parent_group_not_found: "there is no such group",
  group_too_deep: "too many levels",
  default_group_be_modified: "the group is the team",
  duplicated_remote_id: "another group has it",
  contacts_user_existed: "the user is in the group",
  contacts_user_not_found: "there is no such user",
  exceed_user_limit: "the team is full",
  invalid_org_subscription: "the team's plan lacks the interface",
  request_rate_limited: "too many requests; wait, and keep tokens",
  no_route: "there is no such path, or it does not take this method",
  internal_error: "something went wrong on the platform",
  storage_unavailable: "the platform cannot reach its database",
} as const;

/** What a token hub refuses beside what the platform does. */
export const hubErrors = {
  invalid_caller: "the hub does not know the caller, or the signature is not theirs, too old or used before",
  forbidden: "the caller may not do this with this application",
  token_unavailable: "the hub has no token that is good, and cannot get one right now",
} as const;

/** What goes wrong on this side of the wire. */
export const localErrors = {
  network_error: "the platform could not be reached",
  timeout: "the platform did not respond in time",
  unexpected_response: "the response is not one that the platform gives",
  unknown_error: "the platform refused without a type",
  invalid_configuration: "this is not an address of a platform that secrets can be sent to",
  invalid_callback: "the callback carries neither one code nor one refusal",
  state_mismatch: "the callback does not belong to a sign-in that this browser began",
  consent_required: "the user has to give consent again",
  access_denied: "the user did not allow it",
  expired_token: "the user did not decide in time",
} as const;

/** An `error.type` of the platform's catalogue. */
export type PlatformErrorType = keyof typeof platformErrors;

/** A type of error that only a token hub returns. */
export type HubErrorType = keyof typeof hubErrors;

/** A type of error that never travels: it is made on this side. */
export type LocalErrorType = keyof typeof localErrors;

/** Every type of error there is as far as this version knows. */
export type KnownErrorType = PlatformErrorType | HubErrorType | LocalErrorType;

/** A type of error: a known one, or one that a newer platform has. */
export type ErrorType = KnownErrorType | (string & {});

/** The envelope's `code` of a refusal: a known one, or one that a newer platform has. */
export type ErrorCode =
  | "InvalidArgument"
  | "PermissionDenied"
  | "NotFound"
  | "AlreadyExists"
  | "ResourceExhausted"
  | "NoRoute"
  | "InternalServerError"
  | "RemoteServerError"
  | (string & {});
