import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/*
 * What an agent may not do by itself, and asks its person to confirm on a page.
 */

/** How long a request can be confirmed. */
export const agentRequestSeconds = 600;
const keptSeconds = 86_400;

/** What can be asked for. */
export type AgentRequestKind = "publish" | "pause" | "delete";

/** The state of a request. */
export type AgentRequestState = "waiting" | "confirmed" | "declined" | "expired";

/** A request that an agent makes. */
export interface NewAgentRequest {
  /** Of the value in the page's address. */
  readonly hash: string;
  readonly grantId: number;
  readonly surveyId: number;
  readonly kind: AgentRequestKind;
  readonly note: string;
}

/** A request that was stored. */
export interface MadeRequest {
  readonly id: number;
  readonly expiresAt: number;
}

/** Finds a request by all that its agent knows of it. */
export function findMadeRequest(
  { kysely }: StoreQueries,
  { hash, grantId, surveyId, kind }: Omit<NewAgentRequest, "note">,
): Promise<MadeRequest | undefined> {
  return kysely
    .selectFrom("agent_requests")
    .select(["id", "expires_at as expiresAt"])
    .where("hash", "=", hash)
    .where("grant_id", "=", grantId)
    .where("survey_id", "=", surveyId)
    .where("kind", "=", kind)
    .executeTakeFirst();
}

/** Stores a request. An earlier one of the same agent for the same survey and kind that still waits is replaced. */
export async function createAgentRequest(
  { kysely }: StoreQueries,
  { hash, grantId, surveyId, kind, note }: NewAgentRequest,
): Promise<MadeRequest> {
  await kysely
    .deleteFrom("agent_requests")
    .where("grant_id", "=", grantId)
    .where("survey_id", "=", surveyId)
    .where("kind", "=", kind)
    .where("decision", "is", null)
    .execute();
  return kysely
    .insertInto("agent_requests")
    .values({
      hash,
      grant_id: grantId,
      survey_id: surveyId,
      kind,
      note,
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${agentRequestSeconds * 1000}`,
      kept_until: sql<number>`${nowMs} + ${keptSeconds * 1000}`,
    })
    .returning(["id", "expires_at as expiresAt"])
    .executeTakeFirstOrThrow();
}

const state = sql<AgentRequestState>`case
  when r.decision = 'confirm' then 'confirmed'
  when r.decision = 'decline' then 'declined'
  when r.expires_at <= ${nowMs} then 'expired'
  else 'waiting' end`;

/** The state of a request that a grant made. @returns undefined when there is none */
export async function findAgentRequestState(
  { kysely }: StoreQueries,
  { id, grantId }: { readonly id: number; readonly grantId: number },
): Promise<AgentRequestState | undefined> {
  const row = await kysely
    .selectFrom("agent_requests as r")
    .select(state.as("state"))
    .where("r.id", "=", id)
    .where("r.grant_id", "=", grantId)
    .executeTakeFirst();
  return row?.state;
}

/** A request as its page shows it. */
export interface AgentRequest {
  readonly id: number;
  readonly kind: AgentRequestKind;
  readonly note: string;
  readonly state: AgentRequestState;
  readonly surveyId: number;
  readonly grantId: number;
  readonly applicationId: number;
  readonly appid: string;
  /** 1 when the choice of the person does not hold the survey any more. */
  readonly isOutside: 0 | 1;
}

/** The request behind the address of a page. @returns undefined when it is none of a grant of the user that is in force */
export function findAgentRequest(
  { kysely }: StoreQueries,
  { hash, userId }: { readonly hash: string; readonly userId: number },
): Promise<AgentRequest | undefined> {
  return kysely
    .selectFrom("agent_requests as r")
    .innerJoin("grants as g", "g.id", "r.grant_id")
    .innerJoin("applications as a", "a.id", "g.application_id")
    .select(["r.id", "r.kind", "r.note", state.as("state"), "r.survey_id as surveyId"])
    .select(["r.grant_id as grantId", "a.id as applicationId", "a.appid"])
    .select(
      sql<0 | 1>`case when g.only_chosen = 0 or exists (
        select 1 from grant_surveys c where c.grant_id = g.id and c.survey_id = r.survey_id) then 0 else 1 end`.as(
        "isOutside",
      ),
    )
    .where("r.hash", "=", hash)
    .where("g.user_id", "=", userId)
    .where("g.revoked_at", "is", null)
    .where("a.disabled", "=", 0)
    .executeTakeFirst();
}

/** Records the decision of a request that still waits. @returns false when it does not: decisions are made once */
export async function closeAgentRequest(
  { kysely }: StoreQueries,
  { id, decision }: { readonly id: number; readonly decision: "confirm" | "decline" },
): Promise<boolean> {
  const closed = await kysely
    .updateTable("agent_requests")
    .set({ decision, decided_at: nowMs })
    .where("id", "=", id)
    .where("decision", "is", null)
    .where("expires_at", ">", nowMs)
    .returning("id")
    .executeTakeFirst();
  return closed !== undefined;
}
