import { sql } from "kysely";
import { audiences, hasWriting, scopeText, type ScopeSet } from "../../model/scopes.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { applicationLock, consentLock } from "../statements/locks.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** What a person allows an agent beyond what it has. */
export interface GrantWidening {
  readonly userId: number;
  readonly applicationId: number;
  readonly appid: string;
  readonly scopes: ScopeSet;
  readonly actor: Actor;
}

/**
 * Adds scopes to a grant in force and to the tokens for agents that are out, which carry them from their next use on: clients that
 * cannot ask again have to do nothing.
 *
 * @returns false when there is no such grant
 */
export async function widenGrant(
  transaction: StoreQueries,
  { userId, applicationId, appid, scopes, actor }: GrantWidening,
): Promise<boolean> {
  const { kysely } = transaction;
  const grant = await kysely
    .updateTable("grants")
    .set({
      scopes: sql<number>`scopes | ${sql.lit(scopes)}`,
      ...(hasWriting(scopes) && { may_write: 1 as const }),
    })
    .where("user_id", "=", userId)
    .where("application_id", "=", applicationId)
    .where("revoked_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (grant === undefined) return false;
  for (const table of ["user_access_tokens", "refresh_tokens"] as const)
    await kysely
      .updateTable(table)
      .set({ scopes: sql<number>`scopes | ${sql.lit(scopes)}` })
      .where("grant_id", "=", grant.id)
      .where("audience", "=", audiences.mcp)
      .execute();
  await recordAudit(transaction, {
    actor,
    action: "grant.widened",
    target: { kind: "application", name: appid },
    after: { scopes: scopeText(scopes) },
  });
  return true;
}
widenGrant.locks = ({ appid }: GrantWidening) => [applicationLock(appid), consentLock];
