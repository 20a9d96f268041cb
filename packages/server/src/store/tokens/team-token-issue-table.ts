import { sql, type RawBuilder } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** A team token that was issued, and from where it was requested. */
export interface IssuedTeamToken {
  /** Counts the tokens of the team. */
  readonly number: number;
  readonly issuedAt: number;
  readonly expiresAt: number;
  readonly isExpired: 0 | 1;
  readonly revokedAt: number | null;
  readonly address: string;
  readonly secretNumber: number;
  /** What the secret is called; null when it has been deleted since. */
  readonly secretName: string | null;
}

/** Which of the last tokens are read. */
export interface IssuedTokenSearch {
  readonly applicationId: number;
  readonly limit: number;
}

/** The last tokens of a team, the newest first. */
export function listIssuedTokens(
  { kysely }: StoreQueries,
  { applicationId, limit }: IssuedTokenSearch,
): Promise<readonly IssuedTeamToken[]> {
  return kysely
    .selectFrom("team_token_issues as i")
    .leftJoin("application_secrets as s", (join) =>
      join.onRef("s.application_id", "=", "i.application_id").onRef("s.number", "=", "i.secret_number"),
    )
    .select(["i.number", "i.issued_at as issuedAt", "i.expires_at as expiresAt", "i.address"])
    .select(["i.revoked_at as revokedAt", "i.secret_number as secretNumber", "s.name as secretName"])
    .select(sql<0 | 1>`case when i.expires_at <= ${nowMs} then 1 else 0 end`.as("isExpired"))
    .where("i.application_id", "=", applicationId)
    .orderBy("i.number", "desc")
    .limit(limit)
    .execute();
}

/** Notes that the newest tokens of applications are revoked, if they are valid. */
export async function recordRevokedTokens(
  { kysely }: StoreQueries,
  condition: RawBuilder<boolean>,
): Promise<void> {
  await kysely
    .updateTable("team_token_issues")
    .set({ revoked_at: nowMs })
    .where(condition)
    .where("expires_at", ">", nowMs)
    .where("revoked_at", "is", null)
    .where(
      sql<boolean>`number = (select t.number from team_access_tokens as t where t.application_id = team_token_issues.application_id)`,
    )
    .execute();
}
