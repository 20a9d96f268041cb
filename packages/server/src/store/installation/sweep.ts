import { sweepBin, sweepSurveys } from "@survey-open-platform/surveys";
import { recordAudit } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** Rows deleted at a time, so that a sweep never delays the requests that wait for the next commit. */
const rowsPerStep = 500;

const expiring = [
  { table: "sessions", key: "hash", until: "expires_at" },
  { table: "authorization_requests", key: "hash", until: "expires_at" },
  { table: "authorization_codes", key: "hash", until: "kept_until" },
  { table: "user_access_tokens", key: "hash", until: "expires_at" },
  { table: "refresh_tokens", key: "hash", until: "expires_at" },
  { table: "team_bearer_tokens", key: "hash", until: "expires_at" },
  { table: "device_codes", key: "hash", until: "expires_at" },
  { table: "agent_requests", key: "hash", until: "kept_until" },
  { table: "client_documents", key: "client_id", until: "expires_at" },
  { table: "signing_keys", key: "kid", until: "ends_at" },
  { table: "sign_in_delays", key: "key_hash", until: "expires_at" },
  { table: "invitations", key: "hash", until: "expires_at" },
  { table: "application_secrets", key: "hash", until: "expires_at" },
  { table: "password_links", key: "hash", until: "expires_at" },
  { table: "pending_sign_ins", key: "hash", until: "expires_at" },
  { table: "provider_sign_ins", key: "state_hash", until: "expires_at" },
  { table: "unlinked_identities", key: "browser_hash", until: "expires_at" },
  { table: "passkey_challenges", key: "browser_hash", until: "expires_at" },
  { table: "login_codes", key: "hash", until: "expires_at" },
  { table: "respondent_sessions", key: "hash", until: "expires_at" },
  { table: "nodes", key: "id", until: "expires_at" },
  { table: "devices", key: "hash", until: "expires_at" },
  { table: "kept_responses", key: "key_hash", until: "expires_at" },
  { table: "mails", key: "id", until: "expires_at" },
  { table: "email_confirmations", key: "hash", until: "expires_at" },
  { table: "results_links", key: "id", until: "expires_at" },
  { table: "rate_limits", key: "key_hash", until: "empty_at" },
] as const;

/**
 * Deletes a limited number of expired rows, to keep the tables small, and empties addresses that are no longer to be kept. Validity never depends on it:
 * every look-up compares the time.
 *
 * @returns how many rows were deleted or emptied; 0 when none is left
 */
export async function sweepExpired(transaction: StoreQueries): Promise<number> {
  let deleted = (await sweepSurveys(transaction)) + (await emptyBin(transaction));
  for (const { table, key, until } of expiring) {
    const result = await transaction.kysely
      .deleteFrom(table)
      .where(key, "in", (eb) => eb.selectFrom(table).select(key).where(until, "<=", nowMs).limit(rowsPerStep))
      // Asked again of the row itself: a bucket may have been filled since the list was made.
      .where(until, "<=", nowMs)
      .executeTakeFirst();
    deleted += Number(result.numDeletedRows);
  }
  return deleted;
}

/** Deletes surveys whose time in the bin is over. */
async function emptyBin(transaction: StoreQueries): Promise<number> {
  const swept = await sweepBin(transaction);
  const actor = { userId: null, username: "", address: "" };
  for (const { id, title, answers } of swept) {
    const target = { kind: "survey", name: String(id) } as const;
    await recordAudit(transaction, { actor, action: "survey.swept", target, before: { title, answers } });
  }
  return swept.length;
}
