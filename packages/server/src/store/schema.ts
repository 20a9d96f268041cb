import type { SurveySchema } from "@survey-open-platform/surveys";
import type { Generated } from "kysely";
import type { TeamPlan } from "../model/team.ts";

/**
 * The tables, column by column. Times are integer milliseconds UTC, truth values are 0 or 1, and every
 * column named `hash` or `…_hash` holds base64url SHA-256: of a value that the platform itself does not keep, except in the
 * audit log.
 */
export interface Schema extends SurveySchema {
  readonly accounts: AccountsTable;
  readonly users: UsersTable;
  readonly teams: TeamsTable;
  readonly team_members: TeamMembersTable;
  readonly applications: ApplicationsTable;
  readonly application_secrets: ApplicationSecretsTable;
  readonly redirect_uris: RedirectUrisTable;
  readonly sessions: SessionsTable;
  readonly authorization_requests: AuthorizationRequestsTable;
  readonly grants: GrantsTable;
  readonly authorization_codes: AuthorizationCodesTable;
  readonly user_pictures: UserPicturesTable;
  readonly user_access_tokens: UserAccessTokensTable;
  readonly refresh_tokens: RefreshTokensTable;
  readonly team_access_tokens: TeamAccessTokensTable;
  readonly team_token_issues: TeamTokenIssuesTable;
  readonly rate_limits: RateLimitsTable;
  readonly sign_in_delays: SignInDelaysTable;
  readonly devices: DevicesTable;
  readonly installation_keys: InstallationKeysTable;
  readonly invitations: InvitationsTable;
  readonly audit_log: AuditLogTable;
  readonly audit_chain: AuditChainTable;
  readonly totp_secrets: TotpSecretsTable;
  readonly recovery_codes: RecoveryCodesTable;
  readonly pending_sign_ins: PendingSignInsTable;
  readonly password_links: PasswordLinksTable;
  readonly passkeys: PasskeysTable;
  readonly passkey_challenges: PasskeyChallengesTable;
  readonly linked_identities: LinkedIdentitiesTable;
  readonly provider_sign_ins: ProviderSignInsTable;
  readonly unlinked_identities: UnlinkedIdentitiesTable;
  readonly nodes: NodesTable;
}

/** The common numbering of users and teams: the possible owners of a survey. */
interface AccountsTable {
  readonly id: Generated<number>;
  readonly kind: "user" | "team";
}

interface UsersTable {
  readonly id: number;
  readonly username: string;
  readonly password_hash: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly administrator: 0 | 1;
  readonly disabled: 0 | 1;
  readonly language: string | null;
  /** An IANA zone; null to use that of the platform. */
  readonly time_zone: string | null;
  readonly created_at: number;
}

interface TeamsTable {
  readonly id: number;
  readonly name: string;
  readonly plan: TeamPlan;
  readonly created_at: number;
  /** When it was created or its members last changed on a page; null when it is as declared. */
  readonly edited_at: number | null;
}

interface TeamMembersTable {
  readonly team_id: number;
  readonly user_id: number;
  readonly role: number;
}

interface ApplicationsTable {
  readonly id: Generated<number>;
  readonly appid: string;
  readonly kind: "web" | "team";
  /** The user or team that is responsible for the application; a team application acts for that team. */
  readonly owner_id: number;
  readonly name: string;
  readonly description: string;
  readonly home_page: string;
  readonly logo: string;
  readonly terms: string;
  readonly privacy: string;
  readonly verified: 0 | 1;
  readonly disabled: 0 | 1;
  /** Whether a refresh must carry the secret; the interface itself does not ask for it. */
  readonly refresh_requires_secret: 0 | 1;
  readonly created_at: number;
  /** How the operator reaches the developer; users do not see it. */
  readonly contact: Generated<string>;
  /** Networks that token calls may come from, one per line in CIDR notation; "" for all. */
  readonly allowed_networks: Generated<string>;
  /** Whether an authorization link must carry a code challenge (RFC 7636); the interface itself does not ask for it. */
  readonly requires_pkce: Generated<0 | 1>;
  /** Whether it is disabled because its owner froze it; only then the owner may unfreeze it. */
  readonly frozen_by_owner: Generated<0 | 1>;
  /** When its owner last changed it on a page; null when it is as declared. */
  readonly edited_at: number | null;
}

/** An ended secret is refused from `expires_at` on, and deleted some time later. */
interface ApplicationSecretsTable {
  readonly application_id: number;
  readonly hash: string;
  readonly last_four: string;
  readonly created_at: number;
  /** Counts the secrets of an application; names one of them in addresses and in the audit log. */
  readonly number: Generated<number>;
  /** What its owner calls it; "" for a declared one. */
  readonly name: Generated<string>;
  /** Null for one that stays valid. */
  readonly expires_at: number | null;
  /** Exact to five minutes. */
  readonly last_used_at: number | null;
  /** Which form made it, so that a form that is sent twice makes one secret; null for a declared one. */
  readonly request_hash: string | null;
}

interface RedirectUrisTable {
  readonly application_id: number;
  readonly uri: string;
}

interface SessionsTable {
  readonly hash: string;
  readonly user_id: number;
  readonly created_at: number;
  readonly expires_at: number;
  /** Exact to a few minutes. */
  readonly last_seen_at: number;
  /** When the user last gave the password in this session. */
  readonly confirmed_at: number;
  readonly user_agent: string;
  /** The network that the last request came from. */
  readonly network: string;
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
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
  /** A used code is kept as long as tokens of its exchange may be valid, so that a replay is recognised. */
  readonly kept_until: number;
}

/** At most one picture per user, as a `data:` image. */
interface UserPicturesTable {
  readonly user_id: number;
  readonly name: string;
  readonly image: string;
}

interface UserAccessTokensTable {
  readonly hash: string;
  readonly grant_id: number;
  /** The code whose exchange this token goes back to. */
  readonly code_hash: string;
  readonly number: number;
  readonly issued_at: number;
  readonly expires_at: number;
}

interface RefreshTokensTable {
  readonly hash: string;
  readonly grant_id: number;
  readonly code_hash: string;
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

/** One leaky bucket per key (generic cell rate algorithm). */
interface RateLimitsTable {
  readonly key_hash: string;
  /** When the bucket will be empty again, in milliseconds; may have a fraction. */
  readonly empty_at: number;
}

/** Attempts on one username over all addresses. */
interface SignInDelaysTable {
  readonly key_hash: string;
  readonly attempts: number;
  /** When the next attempt may be made. */
  readonly next_at: number;
  readonly expires_at: number;
}

/** A browser in which a user has signed in. */
interface DevicesTable {
  readonly hash: string;
  readonly user_id: number;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Random keys that all nodes share and that open nothing. */
interface InstallationKeysTable {
  readonly name: string;
  readonly value: string;
}

/** A link by which someone joins the platform or a team. It is deleted when it is used or withdrawn. */
interface InvitationsTable {
  readonly hash: string;
  readonly kind: "first_administrator" | "platform" | "team";
  readonly team_id: number | null;
  readonly team_role: number | null;
  /** For whom it is, in the words of the user who made it. */
  readonly note: string;
  readonly created_by: number | null;
  readonly created_at: number;
  readonly expires_at: number;
  /** Which form made it, so that a form that is sent twice makes one invitation; null for one of a command. */
  readonly request_hash: string | null;
}

interface TotpSecretsTable {
  readonly user_id: number;
  /** In base32, as it is: codes cannot be checked without it. */
  readonly secret: string;
  /** The time step of the last code that was taken; earlier ones are not taken again. */
  readonly last_step: number;
  readonly created_at: number;
  /** Null until the user has shown that the app has it; signing in asks for a code from then on. */
  readonly confirmed_at: number | null;
}

/** A code is deleted when it is used. */
interface RecoveryCodesTable {
  readonly user_id: number;
  readonly hash: string;
}

/** A sign-in whose password was right and whose second step is still to come. */
interface PendingSignInsTable {
  readonly hash: string;
  readonly user_id: number;
  /** Hash of the stored form that the password was checked against. */
  readonly checked_hash: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** A public key that a user signs in with; the private key never leaves the user's device. */
interface PasskeysTable {
  readonly id: Generated<number>;
  readonly user_id: number;
  /** The name that the authenticator gave it, in base64url. */
  readonly credential_id: string;
  /** In COSE, as base64url. */
  readonly public_key: string;
  /** The authenticator's count of signatures; 0 for one that does not count. */
  readonly counter: number;
  /** How browsers reach the authenticator, as JSON text. */
  readonly transports: string;
  readonly name: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** What a browser is about to sign: one per browser and purpose, deleted when a response comes. */
interface PasskeyChallengesTable {
  /** Hash of the cookie that binds it to the browser: of the session, or of the form where there is none. */
  readonly browser_hash: string;
  readonly purpose: "sign_in" | "step_up" | "registration";
  readonly challenge: string;
  readonly expires_at: number;
}

/** An account at an OpenID provider that signs a user in. */
interface LinkedIdentitiesTable {
  readonly id: Generated<number>;
  readonly user_id: number;
  readonly issuer: string;
  readonly subject: string;
  /** What the user recognises it by; it decides nothing. */
  readonly label: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** A sign-in that waits for the response of a provider; deleted when it comes. */
interface ProviderSignInsTable {
  readonly state_hash: string;
  readonly browser_hash: string;
  /** The id in the settings. */
  readonly provider: string;
  readonly purpose: "sign_in" | "link";
  readonly nonce: string;
  readonly code_verifier: string;
  readonly return_to: string;
  readonly expires_at: number;
}

/** An account at a provider with which the user of a browser may create an account. */
interface UnlinkedIdentitiesTable {
  readonly browser_hash: string;
  readonly issuer: string;
  readonly subject: string;
  readonly label: string;
  readonly return_to: string;
  readonly expires_at: number;
}

/** A link with which a user sets a new password; one per user, deleted when it is used. */
interface PasswordLinksTable {
  readonly hash: string;
  readonly user_id: number;
  /** Hash of the stored form of the password when the link was made; the link is void when that changes. */
  readonly checked_hash: string;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Append-only. Entries refer to users and things by name, because they outlive them. */
interface AuditLogTable {
  readonly id: Generated<number>;
  readonly at: number;
  readonly actor_id: number | null;
  readonly actor: string;
  readonly action: string;
  readonly target_kind: string;
  readonly target: string;
  /** JSON, without secrets. */
  readonly before: string | null;
  readonly after: string | null;
  readonly address: string;
  /** The hash of the entry before it; "" for the first one. No two entries follow the same one. */
  readonly previous_hash: string;
  /** The hash of this entry with `previous_hash`, see `hashOfEntry`. */
  readonly hash: string;
}

/** One row: the end of the audit log's chain. It is locked while an entry is appended. */
interface AuditChainTable {
  readonly id: number;
  readonly entries: number;
  /** The hash of the newest entry; "" when there is none. */
  readonly newest_hash: string;
}

/** Processes that serve, or did so in the last hour. */
interface NodesTable {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly release: string;
  readonly runtime: string;
  /** By how many milliseconds the clock of the machine is ahead of that of the database. */
  readonly clock_ahead: number;
  /** Lines of the request log that were dropped since the start. */
  readonly lines_dropped: number;
  readonly started_at: number;
  readonly seen_at: number;
  readonly expires_at: number;
}
