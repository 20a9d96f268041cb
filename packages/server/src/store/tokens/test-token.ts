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
import { issueAccessToken, type NewUserAccessToken } from "./user-token-table.ts";

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
  const expiresInSeconds = Math.min(policy.userAccessTokenSeconds, testTokenMaximumSeconds);
  const token = { hash, codeHash: requestHash, lifetimeMilliseconds: expiresInSeconds * 1000 };
  const issued = await issueOnConsent(transaction, { ...grant, mayWrite: row.may_write }, token);
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

interface OwnersConsent {
  readonly applicationId: number;
  readonly userId: number;
  readonly mayWrite: 0 | 1;
}

async function issueOnConsent(
  transaction: StoreQueries,
  { mayWrite, ...grant }: OwnersConsent,
  token: Pick<NewUserAccessToken, "hash" | "codeHash" | "lifetimeMilliseconds">,
): Promise<{ readonly openid: string } | undefined> {
  const scopes = scopesOfConsent(mayWrite === 1);
  const consent = { ...grant, scope: userScope, mayWrite: mayWrite === 1, scopes, adds: false };
  const grantId = await upsertGrant(transaction, consent);
  const audience = audiences.document;
  return runSteps(transaction, issueAccessToken({ ...token, grantId, mayWrite, audience, scopes }));
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
