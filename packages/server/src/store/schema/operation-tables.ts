import type { Generated } from "kysely";

/** Limits, the audit log, and what the nodes of a platform share. */
export interface OperationSchema {
  readonly rate_limits: RateLimitsTable;
  readonly sign_in_delays: SignInDelaysTable;
  readonly installation_keys: InstallationKeysTable;
  readonly audit_log: AuditLogTable;
  readonly audit_chain: AuditChainTable;
  readonly nodes: NodesTable;
  readonly kept_responses: KeptResponsesTable;
}

/** One leaky bucket per key (generic cell rate algorithm). */
interface RateLimitsTable {
  readonly key_hash: string;
  /** When the bucket will be empty again, in milliseconds; may have a fraction. */
  readonly empty_at: number;
}

/** Attempts to sign in with one username over all addresses. */
interface SignInDelaysTable {
  readonly key_hash: string;
  readonly attempts: number;
  /** When the next attempt may be made. */
  readonly next_at: number;
  readonly expires_at: number;
}

/** Random keys that all nodes share and that open nothing: one makes the names of usernames in log lines. */
interface InstallationKeysTable {
  readonly name: string;
  readonly value: string;
}

/**
 * Who changed what. Entries are only added, hold no secrets, and each holds the hash of the one before it. They refer to
 * users and things by name, because they outlive them.
 */
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

/**
 * Processes that serve, as `/admin/health` shows them. Each reports once a minute, and is deleted an hour after its last
 * report.
 */
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
  /** Whether its version limits applications to chosen surveys. */
  readonly knows_choice: Generated<0 | 1>;
}

/**
 * Responses to calls with an idempotency key, and forms that made a webhook, for a day: what is sent again changes
 * nothing. They hold no secrets.
 */
interface KeptResponsesTable {
  readonly key_hash: string;
  readonly body_hash: string;
  readonly response: string;
  readonly expires_at: number;
}
