import type { Generated } from "kysely";

/** Consents, and the codes and tokens that are issued. */
export interface TokenSchema {
  readonly authorization_requests: AuthorizationRequestsTable;
  readonly grants: GrantsTable;
  readonly authorization_codes: AuthorizationCodesTable;
  readonly user_access_tokens: UserAccessTokensTable;
  readonly refresh_tokens: RefreshTokensTable;
  readonly team_access_tokens: TeamAccessTokensTable;
  readonly team_token_issues: TeamTokenIssuesTable;
  readonly grant_surveys: GrantSurveysTable;
  readonly authorization_request_surveys: AuthorizationRequestSurveysTable;
  readonly team_bearer_tokens: TeamBearerTokensTable;
  readonly signing_keys: SigningKeysTable;
  readonly device_codes: DeviceCodesTable;
  readonly agent_requests: AgentRequestsTable;
}

/** An open consent page, and later the decision that was made on it. */
interface AuthorizationRequestsTable {
  readonly hash: string;
  /** Null for one that an application pushed, until a browser opens it (RFC 9126). */
  readonly session_hash: string | null;
  readonly user_id: number | null;
  /** Null for a client that has no row before somebody consents to it. */
  readonly application_id: number | null;
  /** What such a client calls itself. */
  readonly client_id: string | null;
  readonly redirect_uri: string;
  readonly scope: string;
  readonly state: string | null;
  readonly code_challenge: string | null;
  /** Whether the page asks for writing too. */
  readonly may_write: Generated<0 | 1>;
  /** See `audiences`; what is asked for in the interface's own way has 0. */
  readonly audience: Generated<0 | 1 | 2>;
  /** A set of the bits of `scopeBits`. */
  readonly scopes: Generated<number>;
  readonly nonce: string | null;
  /** When the user signed in last. */
  readonly auth_time: number | null;
  /** Null for the query. */
  readonly response_mode: "query" | "form_post" | null;
  /** What the open page has ticked: only the surveys chosen, and names and contact data too. */
  readonly only_chosen: Generated<0 | 1>;
  readonly with_personal: Generated<0 | 1>;
  /** The parameters that an application pushed, as JSON (RFC 9126). */
  readonly pushed: string | null;
  /** Of the device that asks, see `device_codes`. */
  readonly device_code_hash: string | null;
  readonly created_at: number;
  readonly expires_at: number;
  readonly decision: "allow" | "deny" | null;
}

/** One per application and user; it outlives revocation so that the openid stays the same. */
interface GrantsTable {
  readonly id: Generated<number>;
  readonly application_id: number;
  readonly user_id: number;
  readonly openid: string;
  readonly scope: string;
  /** Whether the last consent was to writing too; a token may write only if its own consent was, see below. */
  readonly may_write: Generated<0 | 1>;
  readonly granted_at: number;
  readonly last_used_at: number | null;
  /** The network that its agent came from when its use was noted last; null for what is no agent. */
  readonly last_network: string | null;
  readonly revoked_at: number | null;
  /** How many access tokens were ever issued; numbers them, so that the oldest can go first. */
  readonly access_token_count: number;
  /** What the user agreed to, as a set of the bits of `scopeBits`; a token has at most these. */
  readonly scopes: Generated<number>;
  /** Whether the application sees only the surveys of `grant_surveys`. */
  readonly only_chosen: Generated<0 | 1>;
  /** How many surveys are chosen; a trigger counts those that leave. */
  readonly chosen_count: Generated<number>;
  /** Whether agents may read names and contact data too. */
  readonly with_personal: Generated<0 | 1>;
}

/** Authorization codes. */
interface AuthorizationCodesTable {
  readonly hash: string;
  readonly grant_id: number;
  readonly code_challenge: string | null;
  /** Whether the consent that it stands for was to writing too; its tokens inherit this. */
  readonly may_write: Generated<0 | 1>;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
  readonly audience: Generated<0 | 1 | 2>;
  readonly scopes: Generated<number>;
  /** The redirect address that the exchange must repeat; null for a code of the interface's own way. */
  readonly redirect_uri_hash: string | null;
  readonly nonce: string | null;
  readonly auth_time: number | null;
  /** A used code is kept as long as tokens of its exchange may be valid, so that a replay is recognised. */
  readonly kept_until: number;
}

/** Live access tokens of users, numbered per grant so that the oldest can be ended first. */
interface UserAccessTokensTable {
  readonly hash: string;
  readonly grant_id: number;
  /** The code whose exchange this token goes back to. */
  readonly code_hash: string;
  readonly number: number;
  readonly may_write: Generated<0 | 1>;
  readonly audience: Generated<0 | 1 | 2>;
  readonly scopes: Generated<number>;
  readonly issued_at: number;
  readonly expires_at: number;
}

/** Refresh tokens. */
interface RefreshTokensTable {
  readonly hash: string;
  readonly grant_id: number;
  readonly code_hash: string;
  readonly may_write: Generated<0 | 1>;
  readonly audience: Generated<0 | 1 | 2>;
  readonly scopes: Generated<number>;
  readonly issued_at: number;
  readonly expires_at: number;
  /** When a successor was issued; null for one that does not rotate, or is not used yet. */
  readonly used_at: number | null;
  /** The successor, sealed with a key that is derived from this token's own text. */
  readonly next_sealed: string | null;
}

/** One row per application: only the newest token exists. */
interface TeamAccessTokensTable {
  readonly application_id: number;
  /** Of a revoked token the hash is gone. */
  readonly hash: string;
  /** Counts the tokens of the application. */
  readonly number: number;
  readonly issued_at: number;
  /** 0 when the token was revoked. */
  readonly expires_at: number;
}

/** The last tokens of a team, in a ring: a newer one takes the row of the one a hundred before it. Never has a token or hash. */
interface TeamTokenIssuesTable {
  readonly application_id: number;
  readonly slot: number;
  readonly number: number;
  readonly issued_at: number;
  readonly expires_at: number;
  /** The network address that the request came from. */
  readonly address: string;
  /** Which secret of the application it was requested with. */
  readonly secret_number: number;
  /** Null for a token that was not revoked; most are replaced or expire. */
  readonly revoked_at: number | null;
}

/** The surveys that a limited grant reaches. */
interface GrantSurveysTable {
  readonly grant_id: number;
  readonly survey_id: number;
}

/** The surveys that are ticked on an open consent page. */
interface AuthorizationRequestSurveysTable {
  readonly request_hash: string;
  readonly survey_id: number;
}

/** Bearer tokens of team applications (RFC 6749, section 4.4): several live side by side. */
interface TeamBearerTokensTable {
  readonly hash: string;
  readonly application_id: number;
  readonly audience: 1 | 2;
  readonly scopes: number;
  readonly issued_at: number;
  readonly expires_at: number;
}

/** The keys that sign ID tokens (OpenID Connect Core, section 10.1). */
interface SigningKeysTable {
  readonly kid: string;
  /** A JWK (RFC 7517), as JSON. */
  readonly public_key: string;
  /** A JWK, sealed with the key file when one is set. */
  readonly private_key: string;
  readonly is_sealed: Generated<0 | 1>;
  readonly created_at: number;
  readonly signs_from: number;
  /** From then on it is not published. */
  readonly ends_at: number;
}

/** Devices that wait for a person's consent (RFC 8628). */
interface DeviceCodesTable {
  readonly hash: string;
  readonly user_code_hash: string;
  /** Null for a client that has no row before somebody consents to it. */
  readonly application_id: number | null;
  readonly client_id: string;
  readonly audience: 1 | 2;
  readonly scopes: number;
  readonly interval_seconds: number;
  /** When the device asked last; null before it has. */
  readonly asked_at: number | null;
  readonly decision: "allow" | "deny" | null;
  /** The code of the consent, which the device's next question exchanges. */
  readonly code_hash: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

/** What an agent asks its person to confirm on a page. */
interface AgentRequestsTable {
  readonly id: Generated<number>;
  /** Of the value in the page's address. */
  readonly hash: string;
  readonly grant_id: number;
  readonly survey_id: number;
  readonly kind: "publish" | "pause" | "delete";
  /** What the agent says about it. */
  readonly note: string;
  readonly decision: "confirm" | "decline" | null;
  readonly created_at: number;
  readonly decided_at: number | null;
  /** Until when it can be decided. */
  readonly expires_at: number;
  /** Until when the agent can ask for the outcome. */
  readonly kept_until: number;
}
