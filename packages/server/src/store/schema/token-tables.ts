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
}

/** An open consent page, and later the decision that was made on it. */
interface AuthorizationRequestsTable {
  readonly hash: string;
  readonly session_hash: string;
  readonly user_id: number;
  readonly application_id: number;
  readonly redirect_uri: string;
  readonly scope: string;
  readonly state: string | null;
  readonly code_challenge: string | null;
  /** Whether the page asks for writing too. */
  readonly may_write: Generated<0 | 1>;
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
  readonly revoked_at: number | null;
  /** How many access tokens were ever issued; numbers them, so that the oldest can go first. */
  readonly access_token_count: number;
}

interface AuthorizationCodesTable {
  readonly hash: string;
  readonly grant_id: number;
  readonly code_challenge: string | null;
  /** Whether the consent that it stands for was to writing too; its tokens inherit this. */
  readonly may_write: Generated<0 | 1>;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
  /** A used code is kept as long as tokens of its exchange may be valid, so that a replay is recognised. */
  readonly kept_until: number;
}

interface UserAccessTokensTable {
  readonly hash: string;
  readonly grant_id: number;
  /** The code whose exchange this token goes back to. */
  readonly code_hash: string;
  readonly number: number;
  readonly may_write: Generated<0 | 1>;
  readonly issued_at: number;
  readonly expires_at: number;
}

interface RefreshTokensTable {
  readonly hash: string;
  readonly grant_id: number;
  readonly code_hash: string;
  readonly may_write: Generated<0 | 1>;
  readonly issued_at: number;
  readonly expires_at: number;
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
