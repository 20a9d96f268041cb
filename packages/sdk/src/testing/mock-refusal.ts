import type { PlatformErrorType } from "../error-types.ts";

interface RefusalKind {
  readonly code: string;
  readonly status: number;
  /** Keeps its status even where refusals have status 200. */
  readonly always?: true;
}

/** Code and HTTP status of every error that the platform returns. */
export const refusalKinds: Readonly<Record<PlatformErrorType, RefusalKind>> = {
  invalid_argument: { code: "InvalidArgument", status: 400 },
  invalid_argument_url: { code: "InvalidArgument", status: 400 },
  resource_exhausted: { code: "ResourceExhausted", status: 429 },
  unsupported_grant_type: { code: "InvalidArgument", status: 400 },
  invalid_client: { code: "PermissionDenied", status: 401 },
  unauthorized_client: { code: "PermissionDenied", status: 403 },
  invalid_grant: { code: "PermissionDenied", status: 400 },
  invalid_token: { code: "PermissionDenied", status: 401 },
  claim_error: { code: "PermissionDenied", status: 403 },
  invalid_redirect_url: { code: "InvalidArgument", status: 400 },
  permission_denied: { code: "PermissionDenied", status: 403 },
  not_found: { code: "NotFound", status: 404 },
  openid_existed: { code: "AlreadyExists", status: 409 },
  user_not_found: { code: "NotFound", status: 404 },
  update_user_error: { code: "InvalidArgument", status: 400 },
  org_resource_exhausted: { code: "ResourceExhausted", status: 429 },
  org_create_error: { code: "AlreadyExists", status: 409 },
  invalid_list_length: { code: "InvalidArgument", status: 400 },
  invalid_type: { code: "InvalidArgument", status: 400 },
  contacts_team_not_found: { code: "NotFound", status: 404 },
  contacts_group_not_found: { code: "NotFound", status: 404 },
  parent_group_not_found: { code: "NotFound", status: 404 },
  group_too_deep: { code: "InvalidArgument", status: 400 },
  default_group_be_modified: { code: "InvalidArgument", status: 400 },
  duplicated_remote_id: { code: "AlreadyExists", status: 409 },
  contacts_user_existed: { code: "AlreadyExists", status: 409 },
  contacts_user_not_found: { code: "NotFound", status: 404 },
  exceed_user_limit: { code: "ResourceExhausted", status: 429 },
  invalid_org_subscription: { code: "PermissionDenied", status: 403 },
  request_rate_limited: { code: "ResourceExhausted", status: 429 },
  no_route: { code: "NoRoute", status: 404, always: true },
  internal_error: { code: "InternalServerError", status: 500, always: true },
  storage_unavailable: { code: "RemoteServerError", status: 503, always: true },
};

/** What a refusal says beside its type. */
export interface RefusalHints {
  readonly retryAfterSeconds?: number;
  readonly parameter?: string;
  /** The methods that the path takes, when the method was the problem. */
  readonly allow?: string;
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
