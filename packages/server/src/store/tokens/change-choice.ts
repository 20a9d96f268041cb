import { sql } from "kysely";
import { audiences } from "../../model/scopes.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { consentLock } from "../statements/locks.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { authorizationRequestSeconds, closeOldRequests } from "./authorization-request-table.ts";
import {
  beginChoice,
  type ChosenCount,
  type ChoiceProblem,
  choiceProblem,
  recordChoice,
  keepChoice,
  type OpenPage,
  type SubmittedChoice,
} from "./survey-choice-table.ts";

/** A page on which a user changes the choice of a grant: a pending request that leads to no application. */
export interface ChoicePage extends OpenPage {
  readonly grantId: number;
}

/** Opens a page, with the choice that the grant has. @returns false when the user has no such grant */
export async function openChoicePage(transaction: StoreQueries, page: ChoicePage): Promise<boolean> {
  const { kysely } = transaction;
  const grant = await findGrant(transaction, page);
  if (grant === undefined) return false;
  const { requestHash, sessionHash, userId } = page;
  await kysely
    .insertInto("authorization_requests")
    .values({
      hash: requestHash,
      session_hash: sessionHash,
      user_id: userId,
      application_id: grant.applicationId,
      redirect_uri: "",
      scope: "",
      state: null,
      code_challenge: null,
      // For whom the page asks: of an application that has tokens for agents, also about names and contact data.
      audience: grant.isAgent === 1 ? audiences.mcp : audiences.document,
      scopes: grant.scopes,
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${authorizationRequestSeconds * 1000}`,
      decision: null,
    })
    .execute();
  const { applicationId } = grant;
  await beginChoice(transaction, { requestHash, userId, applicationId, proposed: [], preselected: "all" });
  await closeOldRequests(transaction, sessionHash);
  return true;
}

function findGrant({ kysely }: StoreQueries, { grantId, userId }: Pick<ChoicePage, "grantId" | "userId">) {
  return kysely
    .selectFrom("grants as g")
    .innerJoin("applications as a", "a.id", "g.application_id")
    .select(["g.application_id as applicationId", "a.appid", "g.may_write as mayWrite"])
    .select(["g.only_chosen as onlyChosen", "g.chosen_count as count", "g.scopes"])
    .select(
      sql<0 | 1>`case when g.with_personal = 1 or exists (
        select 1 from refresh_tokens t where t.grant_id = g.id and t.audience = ${sql.lit(audiences.mcp)}) then 1 else 0 end`.as(
        "isAgent",
      ),
    )
    .where("g.id", "=", grantId)
    .where("g.user_id", "=", userId)
    .where("g.revoked_at", "is", null)
    .executeTakeFirst();
}

/** Whether a page is still open for a grant. */
export async function isChoicePageOpen({ kysely }: StoreQueries, page: ChoicePage): Promise<boolean> {
  const open = await kysely
    .selectFrom("authorization_requests as r")
    .innerJoin("grants as g", (join) =>
      join.onRef("g.application_id", "=", "r.application_id").onRef("g.user_id", "=", "r.user_id"),
    )
    .select("r.hash")
    .where("r.hash", "=", page.requestHash)
    .where("r.session_hash", "=", page.sessionHash)
    .where("r.user_id", "=", page.userId)
    .where("r.redirect_uri", "=", "")
    .where("r.device_code_hash", "is", null)
    .where("r.decision", "is", null)
    .where("r.expires_at", ">", nowMs)
    .where("g.id", "=", page.grantId)
    .where("g.revoked_at", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}

/** A changed choice. */
export interface ChoiceChange extends ChoicePage {
  readonly choice: SubmittedChoice;
  readonly actor: Actor;
}

/** Changes what an application sees, at once and for tokens that are out. @returns why it was refused */
export async function changeChoice(
  transaction: StoreQueries,
  { choice, actor, ...page }: ChoiceChange,
): Promise<ChoiceProblem | "request_expired" | undefined> {
  const grant = await findGrant(transaction, page);
  if (grant === undefined || !(await isChoicePageOpen(transaction, page))) return "request_expired";
  await keepChoice(transaction, { ...page, choice });
  const { requestHash } = page;
  const problem = await choiceProblem(transaction, { requestHash, mayWrite: grant.mayWrite === 1 });
  if (problem !== undefined) return problem;
  const chosen = await recordChoice(transaction, page);
  await transaction.kysely.deleteFrom("authorization_requests").where("hash", "=", requestHash).execute();
  await recordAudit(transaction, {
    actor,
    action: "grant.surveys_changed",
    target: { kind: "application", name: grant.appid },
    before: { surveys: inWords(grant.onlyChosen === 1 ? grant.count : null) },
    after: { surveys: inWords(chosen) },
  });
  return undefined;
}
changeChoice.locks = () => [consentLock];

function inWords(count: ChosenCount): number | "all" {
  return count ?? "all";
}
