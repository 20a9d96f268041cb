import { randomBytes } from "node:crypto";
import { rowsOf } from "@survey-open-platform/database";
import { sql } from "kysely";
import { dataScopes, everyScope, writingScopes, type ScopeSet } from "../../model/scopes.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import { revokeTokensOfGrant } from "./user-token-table.ts";
import { switchOffWebhooksOf } from "../webhooks/webhook-rights.ts";

/** What a user agreed to. */
export interface Consent {
  readonly applicationId: number;
  readonly userId: number;
  readonly scope: string;
  readonly mayWrite: boolean;
  readonly scopes: ScopeSet;
  /**
   * Whether it adds to what the user agreed to before, as in OAuth. A consent of the interface's own way replaces those before: it
   * is to everything that the application asks for.
   */
  readonly adds: boolean;
}

/** The scopes that a consent of the interface's own way says nothing of. */
const scopesBeside = everyScope & ~dataScopes;

/**
 * Makes the grant of a user to an application, or renews it; its openid never changes. Tokens of earlier consents may what the
 * grant says after the last one.
 *
 * @returns its id
 */
export async function upsertGrant(transaction: StoreQueries, consent: Consent): Promise<number> {
  const mayWrite = consent.mayWrite ? (1 as const) : (0 as const);
  const { scope, scopes } = consent;
  const isInForce = sql<boolean>`grants.revoked_at is null`;
  const kept = consent.adds ? sql`grants.scopes` : sql`grants.scopes & ${sql.lit(scopesBeside)}`;
  const keptWriting = consent.adds ? sql`grants.may_write` : sql`0`;
  const { id, isWriting } = await transaction.kysely
    .insertInto("grants")
    .values({
      scope,
      may_write: mayWrite,
      scopes,
      application_id: consent.applicationId,
      user_id: consent.userId,
      openid: makeOpenid(),
      granted_at: nowMs,
      last_used_at: null,
      revoked_at: null,
      access_token_count: 0,
    })
    .onConflict((conflict) =>
      conflict.columns(["application_id", "user_id"]).doUpdateSet({
        scope,
        scopes: sql<number>`case when ${isInForce} then excluded.scopes | (${kept}) else excluded.scopes end`,
        may_write: sql<
          0 | 1
        >`case when ${isInForce} then excluded.may_write | ${keptWriting} else excluded.may_write end`,
        granted_at: sql<number>`case when ${isInForce} then grants.granted_at else excluded.granted_at end`,
        revoked_at: null,
      }),
    )
    .returning(["id", "may_write as isWriting"])
    .executeTakeFirstOrThrow();
  if (isWriting === 0) await switchOffWebhooksOf(transaction, sql`id = ${id}`);
  return id;
}

/** What a user has agreed to at an application, as far as it is in force. */
export async function findHeldScopes(
  { kysely }: StoreQueries,
  { applicationId, userId }: { readonly applicationId: number | null; readonly userId: number },
): Promise<ScopeSet> {
  const grant = await kysely
    .selectFrom("grants")
    .select("scopes")
    .where("application_id", "=", applicationId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return grant?.scopes ?? 0;
}

/** Limits every consent to an application to reading: writing again needs a new consent. */
export async function withdrawWriting(transaction: StoreQueries, applicationId: number): Promise<void> {
  await transaction.kysely
    .updateTable("grants")
    .set({ may_write: 0, scopes: sql<number>`scopes & ${sql.lit(everyScope & ~writingScopes)}` })
    .where("application_id", "=", applicationId)
    .where("may_write", "=", 1)
    .execute();
  await switchOffWebhooksOf(transaction, sql`application_id = ${applicationId}`);
}

/** An opaque name of a user for one application: 28 URL-safe characters. */
function makeOpenid(): string {
  return `o${randomBytes(21).toString("base64url").slice(0, 27)}`;
}

/** A grant that is in force. */
export interface ActiveGrant {
  readonly grantId: number;
  readonly appid: string;
}

/** A user's grants that are in force, or only the one with an id. */
export function listActiveGrants(
  queries: StoreQueries,
  { userId, grantId }: { readonly userId: number; readonly grantId?: number },
): Promise<readonly ActiveGrant[]> {
  return queries.kysely
    .selectFrom("grants as g")
    .innerJoin("applications as a", "a.id", "g.application_id")
    .select(["g.id as grantId", "a.appid"])
    .where("g.user_id", "=", userId)
    .where("g.revoked_at", "is", null)
    .$if(grantId !== undefined, (query) => query.where("g.id", "=", grantId ?? 0))
    .execute();
}

/**
 * Revokes grants of a user with all their tokens, codes and webhooks. The applications' locks have to be held, so that no
 * token is issued on a grant during its revocation.
 *
 * @returns how many were revoked
 */
export async function revokeGrants(
  transaction: StoreQueries,
  { userId, grants, actor }: GrantRevocation,
): Promise<number> {
  let revoked = 0;
  for (const { grantId, appid } of grants) {
    if (!(await revokeGrant(transaction, { userId, grantId }))) continue;
    revoked += 1;
    await recordAudit(transaction, {
      actor,
      action: "grant.revoked",
      target: { kind: "application", name: appid },
    });
  }
  return revoked;
}

/** Grants of one user, and who revokes them. */
interface GrantRevocation {
  readonly userId: number;
  readonly grants: readonly ActiveGrant[];
  readonly actor: Actor;
}

async function revokeGrant(
  transaction: StoreQueries,
  grant: { readonly userId: number; readonly grantId: number },
): Promise<boolean> {
  const revoked = await transaction.kysely
    .updateTable("grants")
    .set({ revoked_at: nowMs })
    .where("id", "=", grant.grantId)
    .where("user_id", "=", grant.userId)
    .where("revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (revoked === undefined) return false;
  await revokeTokensOfGrant(transaction, revoked.id);
  await switchOffWebhooksOf(transaction, sql`id = ${revoked.id}`);
  return true;
}

interface OpenidInTeam {
  readonly teamId: number;
  readonly openid: string;
}

const memberByOpenid = prepare<OpenidInTeam>()((db, param) =>
  db
    .selectFrom("grants as g")
    .innerJoin("team_members as m", "m.user_id", "g.user_id")
    .select("m.user_id as userId")
    .where("g.openid", "=", param("openid"))
    .where("g.revoked_at", "is", null)
    .where("m.team_id", "=", param("teamId")),
);

/** The user behind an openid, if that user is a member of a team. */
export function* findTeamMemberByOpenid(member: OpenidInTeam): StoreSteps<number | undefined> {
  const [found] = yield* rowsOf(memberByOpenid, member);
  return found?.userId;
}

/** What a user is called at an application, also after access was withdrawn: that never changes. */
export async function findOpenid(
  { kysely }: StoreQueries,
  { applicationId, userId }: Pick<Consent, "applicationId" | "userId">,
): Promise<string | undefined> {
  const grant = await kysely
    .selectFrom("grants")
    .select("openid")
    .where("application_id", "=", applicationId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return grant?.openid;
}

/** Whether a person lets an application read names and contact data too. */
export async function mayReadPersonal({ kysely }: StoreQueries, grantId: number): Promise<boolean> {
  const grant = await kysely
    .selectFrom("grants")
    .select("with_personal as withPersonal")
    .where("id", "=", grantId)
    .executeTakeFirst();
  return grant?.withPersonal === 1;
}
