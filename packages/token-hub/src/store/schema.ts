import type { Generated } from "kysely";

/**
 * The tables, column by column. Times are integer milliseconds UTC by the database's clock, and every column named
 * `…ciphertext` holds a sealed text that only a holder of the hub's key can open.
 */
export interface Schema {
  readonly team_tokens: TeamTokensTable;
  readonly audit_events: AuditEventsTable;
  readonly callers: CallersTable;
  readonly caller_rights: CallerRightsTable;
  readonly user_grants: UserGrantsTable;
  readonly used_signatures: UsedSignaturesTable;
  readonly handed_out_versions: HandedOutVersionsTable;
}

/** The newest version that a caller of the drop-in endpoint was given. */
interface HandedOutVersionsTable {
  readonly caller_id: string;
  readonly appid: string;
  readonly version: number;
}

/** One row per application: its newest token, and who may mint the next one. */
interface TeamTokensTable {
  readonly appid: string;
  readonly version: number;
  readonly epoch: number;
  /** Until when the holder of the current epoch has the lease; 0 when it gave it back. */
  readonly lease_until: number;
  readonly fingerprint: string;
  readonly token_ciphertext: string;
  readonly minted_at: number;
  readonly expires_in_seconds: number;
  readonly in_doubt: number | null;
  /** When the marker was set: the moment from which on the next token can have begun to live. */
  readonly in_doubt_since: number;
  /** When the budget of mints will be whole again (generic cell rate algorithm); may have a fraction. */
  readonly budget_whole_at: number;
}

interface AuditEventsTable {
  readonly id: Generated<number>;
  readonly at: number;
  /** Empty for what concerns the hub as a whole. */
  readonly appid: string;
  readonly kind: string;
  readonly actor: string;
  /** The version of the token in question; 0 for none. */
  readonly version: number;
  /** JSON text without anything secret. */
  readonly detail: string;
}

interface CallersTable {
  readonly id: string;
  readonly name: string;
  readonly secret_ciphertext: string;
  readonly reports_per_minute: number;
  readonly created_at: number;
  readonly revoked_at: number | null;
}

/** What a caller may do for one application. */
interface CallerRightsTable {
  readonly caller_id: string;
  readonly appid: string;
  readonly token: 0 | 1;
  readonly report: 0 | 1;
  readonly users: 0 | 1;
  /** JSON text: a list of path prefixes that the proxy serves; empty for none. */
  readonly proxy_paths: string;
}

/** Signed requests that change something, so that each is taken once by all hubs together. */
interface UsedSignaturesTable {
  /** In base64url; of no use to anybody any more. */
  readonly signature: string;
  readonly expires_at: number;
}

/** What one user allowed one application. */
interface UserGrantsTable {
  readonly appid: string;
  readonly openid: string;
  /** Counts the access tokens that were stored for this user. */
  readonly version: number;
  readonly access_token_ciphertext: string;
  readonly issued_at: number;
  /** 0 once the access token is known to be dead. */
  readonly expires_in_seconds: number;
  /** From the exchange; kept across refreshes, whose responses have none. */
  readonly refresh_token_ciphertext: string;
  readonly consented_at: number;
  readonly consent_ends_at: number;
  readonly consent: "good" | "ending" | "required";
  /** Until when one hub alone may refresh. */
  readonly lease_until: number;
}
