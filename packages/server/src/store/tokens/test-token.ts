import { runSteps } from "@survey-open-platform/database";
import { audiences, scopesOfConsent } from "../../model/scopes.ts";
import { userScope } from "../../model/token.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { upsertGrant } from "./grant-table.ts";
import { findRow, type ManagedApplication } from "../applications/application-for-user-table.ts";
import type { StorePolicy } from "../installation/policy.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { consumeToken, tokenRequestKey } from "../installation/rate-limit-table.ts";
import type { Refusal } from "../statements/refusal.ts";
import { issueAccessToken } from "./user-token-table.ts";

/** Longest lifetime of a test token: it is copied from a page, and a first call needs no three days. */
const testTokenMaximumSeconds = 3600;

/** A test token about to be issued. */
export interface NewTestToken extends ManagedApplication {
  readonly hash: string;
  /** Names the form, so that it makes one token when it is sent twice. */
  readonly requestHash: string;
  readonly actor: Actor;
}

/** A test token that was issued, or why there is none. */
export type TestTokenOutcome =
  | { readonly outcome: "issued"; readonly openid: string; readonly expiresInSeconds: number }
  | { readonly outcome: "not_found" | "disabled" | "repeated" }
  | Refusal;

/**
 * Issues an access token that acts for the owner of an application: the owner's consent, and the grant that any other
 * user's consent makes, without a code and without a refresh token. The locks of application and user have to be held.
 */
export async function issueTestToken(
  transaction: StoreQueries,
  { hash, requestHash, actor, ...owned }: NewTestToken,
  policy: StorePolicy,
): Promise<TestTokenOutcome> {
  const row = await findRow(transaction, owned);
  if (row?.kind !== "web" || !(await isEnabledUser(transaction, owned.userId)))
    return { outcome: "not_found" };
  if (row.disabled === 1) return { outcome: "disabled" };
  const grant = { applicationId: row.id, userId: owned.userId };
  if (await isRepeated(transaction, requestHash, grant)) return { outcome: "repeated" };
  const { refusal } = await runSteps(
    transaction,
    consumeToken(tokenRequestKey(row.id), policy.tokenRequests),
  );
  if (refusal !== undefined) return refusal;
  const mayWrite = row.may_write === 1;
  const scopes = scopesOfConsent(mayWrite);
  const grantId = await upsertGrant(transaction, {
    ...grant,
    scope: userScope,
    mayWrite,
    scopes,
    adds: false,
  });
  const expiresInSeconds = Math.min(policy.userAccessTokenSeconds, testTokenMaximumSeconds);
  const token = {
    hash,
    grantId,
    codeHash: requestHash,
    mayWrite: row.may_write,
    audience: audiences.document,
    scopes,
    lifetimeMilliseconds: expiresInSeconds * 1000,
  };
  const issued = await runSteps(transaction, issueAccessToken(token));
  if (issued === undefined) throw new Error("the grant was revoked under its lock");
  const target = { kind: "application", name: row.appid } as const;
  await recordAudit(transaction, {
    actor,
    action: "application.test_token_issued",
    target,
    after: { expiresInSeconds },
  });
  return { outcome: "issued", openid: issued.openid, expiresInSeconds };
}

async function isEnabledUser({ kysely }: StoreQueries, userId: number): Promise<boolean> {
  const row = await kysely
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("disabled", "=", 0)
    .executeTakeFirst();
  return row !== undefined;
}

/** A token of the same form; it is found by the column that otherwise has the hash of a code. */
async function isRepeated(
  { kysely }: StoreQueries,
  requestHash: string,
  { applicationId, userId }: { readonly applicationId: number; readonly userId: number },
): Promise<boolean> {
  const row = await kysely
    .selectFrom("user_access_tokens as t")
    .innerJoin("grants as g", "g.id", "t.grant_id")
    .select("t.hash")
    .where("g.application_id", "=", applicationId)
    .where("g.user_id", "=", userId)
    .where("t.code_hash", "=", requestHash)
    .executeTakeFirst();
  return row !== undefined;
}
