import {
  admitApplication,
  countUnusable,
  takeTokenRequest,
  type ApplicationCredentials,
} from "./application-table.ts";
import type { StorePolicy } from "./policy.ts";
import { nowMs, prepare, type StoreQueries } from "./queries.ts";
import { isRefusal, type Refusal } from "./refusal.ts";
import type { IssuedToken } from "./team-token-table.ts";
import { issueAccessToken } from "./user-token-table.ts";

/** A request for a new access token. */
export interface AccessTokenRefresh extends ApplicationCredentials {
  /** Null when what was sent does not have the form of a refresh token. */
  readonly refreshTokenHash: string | null;
  readonly accessTokenHash: string;
}

const findRefreshToken = prepare<{ readonly hash: string; readonly applicationId: number }>()((db, param) =>
  db
    .selectFrom("refresh_tokens as t")
    .innerJoin("grants as g", "g.id", "t.grant_id")
    .innerJoin("users as u", "u.id", "g.user_id")
    .select(["t.grant_id as grantId", "t.code_hash as codeHash"])
    .where("t.hash", "=", param("hash"))
    .where("t.expires_at", ">", nowMs)
    .where("g.application_id", "=", param("applicationId"))
    .where("g.revoked_at", "is", null)
    .where("u.disabled", "=", 0),
);

/** Issues a further access token; the refresh token stays as it is and its end does not move. */
export async function refreshAccessToken(
  transaction: StoreQueries,
  refresh: AccessTokenRefresh,
  policy: StorePolicy,
): Promise<IssuedToken | Refusal> {
  const application = await admitApplication(transaction, refresh, policy);
  if (isRefusal(application)) return application;
  const { refreshTokenHash } = refresh;
  if (refreshTokenHash === null) return { refused: "invalid_grant" };
  const [token] = await transaction.run(findRefreshToken, {
    hash: refreshTokenHash,
    applicationId: application.id,
  });
  if (token === undefined) return countUnusable("unknown-refresh-token", transaction, refresh, policy);
  const limited = await takeTokenRequest(transaction, application, policy);
  if (limited !== undefined) return limited;
  const expiresInSeconds = policy.userAccessTokenSeconds;
  const lifetimeMilliseconds = expiresInSeconds * 1000;
  const newToken = { ...token, hash: refresh.accessTokenHash, lifetimeMilliseconds };
  const issued = await issueAccessToken(transaction, newToken);
  return issued === undefined ? { refused: "invalid_grant" } : { expiresInSeconds };
}
