import { send } from "@survey-open-platform/database";
import { sql, type RawBuilder } from "kysely";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "./queries.ts";

/** Tokens of a team that are remembered. */
export const rememberedTokens = 100;

interface TokenRequest {
  readonly applicationId: number;
  readonly address: string;
  readonly secretNumber: number;
}

/**
 * One statement that takes the place of the oldest entry, found by primary key: however many tokens a team requests, it has
 * no more rows than it remembers, and nothing has to be deleted.
 */
const recordIssue = prepare<TokenRequest>()((db, param) =>
  db
    .insertInto("team_token_issues")
    .columns(["application_id", "slot", "number", "issued_at", "expires_at", "address", "secret_number"])
    .expression(
      db
        .selectFrom("team_access_tokens")
        .select(["application_id", sql<number>`number % ${sql.lit(rememberedTokens)}`.as("slot"), "number"])
        .select(["issued_at", "expires_at", sql<string>`cast(${param("address")} as text)`.as("address")])
        .select(sql<number>`cast(${param("secretNumber")} as integer)`.as("secret_number"))
        .where("application_id", "=", param("applicationId")),
    )
    .onConflict((conflict) =>
      conflict.columns(["application_id", "slot"]).doUpdateSet((eb) => ({
        number: eb.ref("excluded.number"),
        issued_at: eb.ref("excluded.issued_at"),
        expires_at: eb.ref("excluded.expires_at"),
        address: eb.ref("excluded.address"),
        secret_number: eb.ref("excluded.secret_number"),
        revoked_at: null,
      })),
    ),
);

/** Records who requested the token that was just issued, in the same transaction. */
export function* recordTokenIssue(request: TokenRequest): StoreSteps<void> {
  yield* send(recordIssue, request);
}

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

/** One page of the last tokens. */
export interface IssuedTokenSearch {
  readonly applicationId: number;
  /** The number that the page begins with; the newest when undefined. */
  readonly from: number | undefined;
  readonly limit: number;
}

/** The last tokens of a team, the newest first. */
export function listIssuedTokens(
  { kysely }: StoreQueries,
  { applicationId, from, limit }: IssuedTokenSearch,
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
    .$if(from !== undefined, (query) => query.where("i.number", "<=", from ?? 0))
    .orderBy("i.number", "desc")
    .limit(limit)
    .execute();
}

/** Notes that the newest tokens of applications are revoked, if they are valid. */
export async function noteRevokedTokens(
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
