import { sql } from "kysely";
import {
  admitApplication,
  countUnusable,
  takeTokenRequest,
  type ApplicationCredentials,
} from "./application-table.ts";
import { innocentReplaySeconds, type StorePolicy } from "./policy.ts";
import { nowMs, prepare, type StoreQueries } from "./queries.ts";
import { isRefusal, type Refusal } from "./refusal.ts";
import { issueAccessToken, issueRefreshToken, revokeTokensOfCode } from "./user-token-table.ts";

/** A request to exchange an authorization code. */
export interface CodeExchange extends ApplicationCredentials {
  /** Null when what was sent does not have the form of a code. */
  readonly codeHash: string | null;
  /** The S256 challenge made from the code_verifier that was sent, if one was. */
  readonly codeChallenge: string | null;
  readonly accessTokenHash: string;
  readonly refreshTokenHash: string;
}

/** What an exchange gave. */
export interface ExchangedCode {
  readonly expiresInSeconds: number;
  readonly openid: string;
}

interface ClaimParameters {
  readonly codeHash: string;
  readonly applicationId: number;
  readonly codeChallenge: string | null;
  readonly keptForMilliseconds: number;
}

/** Claims a code by one conditional update: of any number of callers at once a single one gets the row. */
const claimCode = prepare<ClaimParameters>()((db, param) =>
  db
    .updateTable("authorization_codes")
    .set({ used_at: nowMs, kept_until: sql<number>`${nowMs} + ${param("keptForMilliseconds")}` })
    .where("hash", "=", param("codeHash"))
    .where("used_at", "is", null)
    .where("expires_at", ">", nowMs)
    .where(sql<boolean>`coalesce(code_challenge, '') = coalesce(${param("codeChallenge")}, '')`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("grants as g")
          .innerJoin("users as u", "u.id", "g.user_id")
          .select("g.id")
          .whereRef("g.id", "=", "authorization_codes.grant_id")
          .where("g.application_id", "=", param("applicationId"))
          .where("g.revoked_at", "is", null)
          .where("u.disabled", "=", 0),
      ),
    )
    .returning("grant_id as grantId"),
);

/** Undoes a claim of the same transaction. */
const releaseCode = prepare<{ readonly codeHash: string }>()((db, param) =>
  db
    .updateTable("authorization_codes")
    .set((eb) => ({ used_at: null, kept_until: eb.ref("expires_at") }))
    .where("hash", "=", param("codeHash")),
);

/** Exchanges a code, once, for an access token and a refresh token. */
export async function exchangeCode(
  transaction: StoreQueries,
  exchange: CodeExchange,
  policy: StorePolicy,
): Promise<ExchangedCode | Refusal> {
  const application = await admitApplication(transaction, exchange, policy);
  if (isRefusal(application)) return application;
  const { codeHash } = exchange;
  if (codeHash === null) return { refused: "invalid_grant" };
  const [code] = await transaction.run(claimCode, {
    codeHash,
    codeChallenge: exchange.codeChallenge,
    applicationId: application.id,
    keptForMilliseconds: (policy.refreshTokenSeconds + policy.userAccessTokenSeconds) * 1000,
  });
  if (code === undefined) {
    await revokeAfterLateReplay(transaction, codeHash, application.id);
    return countUnusable("unknown-code", transaction, exchange, policy);
  }
  const limited = await takeTokenRequest(transaction, application, policy);
  if (limited !== undefined) {
    // Still the same transaction: no other request has seen that the code was claimed.
    await transaction.run(releaseCode, { codeHash });
    return limited;
  }
  return issueTokens(transaction, { ...exchange, codeHash }, { grantId: code.grantId, policy });
}

async function issueTokens(
  transaction: StoreQueries,
  { codeHash, accessTokenHash, refreshTokenHash }: CodeExchange & { readonly codeHash: string },
  { grantId, policy }: { readonly grantId: number; readonly policy: StorePolicy },
): Promise<ExchangedCode | Refusal> {
  const expiresInSeconds = policy.userAccessTokenSeconds;
  const issued = await issueAccessToken(transaction, {
    hash: accessTokenHash,
    grantId,
    codeHash,
    lifetimeMilliseconds: expiresInSeconds * 1000,
  });
  if (issued === undefined) return { refused: "invalid_grant" };
  await issueRefreshToken(transaction, {
    hash: refreshTokenHash,
    grantId,
    codeHash,
    lifetimeMilliseconds: policy.refreshTokenSeconds * 1000,
  });
  return { expiresInSeconds, openid: issued.openid };
}

/** A late replay by the same application means that the code leaked: revokes what it gave (RFC 6749, section 4.1.2). */
async function revokeAfterLateReplay(
  transaction: StoreQueries,
  codeHash: string,
  applicationId: number,
): Promise<void> {
  const late = await transaction.kysely
    .selectFrom("authorization_codes as c")
    .innerJoin("grants as g", "g.id", "c.grant_id")
    .select(["c.hash as codeHash", "c.grant_id as grantId"])
    .where("c.hash", "=", codeHash)
    .where("g.application_id", "=", applicationId)
    .where("c.used_at", "<", sql<number>`${nowMs} - ${innocentReplaySeconds * 1000}`)
    .executeTakeFirst();
  if (late !== undefined) await revokeTokensOfCode(transaction, late);
}
