import {
  findDraft,
  publicationObstacle,
  surveyLock,
  surveyState,
  type Outbox,
} from "@survey-open-platform/surveys";
import { findClientIdentity } from "../applications/client-identity.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { closeAgentRequest, findAgentRequest, type AgentRequest } from "../tokens/agent-request-table.ts";
import { changeAndRecordSettings, publishAndRecord } from "./change-survey-for-user.ts";
import { binSurveyForUser } from "./change-survey-bin.ts";
import { findSurveyForUser, type SurveyForUser } from "./survey-for-user-table.ts";

/** What a person decides about what an agent asked for. */
export interface AgentRequestDecision {
  /** Of the value in the page's address. */
  readonly hash: string;
  readonly userId: number;
  readonly decision: "confirm" | "decline";
  /** The revision of the draft that the page showed. */
  readonly revision: number;
  readonly actor: Actor;
  readonly outbox: Outbox;
}

/**
 * The outcome: `missing` for a request that the person has not, or may not confirm; `closed` for one that was decided or has expired;
 * `changed` when the draft is not the one that was shown, or cannot be published any more.
 */
export type AgentRequestOutcome = "confirmed" | "declined" | "missing" | "closed" | "changed";

/** Does what an agent asked for, once, when its person confirms. The rights of the person are asked for again. */
export async function decideAgentRequest(
  transaction: StoreQueries,
  given: AgentRequestDecision,
): Promise<AgentRequestOutcome> {
  const request = await findAgentRequest(transaction, given);
  if (request === undefined) return "missing";
  if (request.state !== "waiting") return "closed";
  const survey = await surveyOfRequest(transaction, request, given.userId);
  if (survey === undefined) return "missing";
  if (given.decision === "decline") return decline(transaction, request, given);
  if (request.kind === "publish" && !(await isDraftAsShown(transaction, survey.id, given.revision)))
    return "changed";
  if (!(await closeAgentRequest(transaction, { id: request.id, decision: "confirm" }))) return "closed";
  await recordDecision(transaction, request, given);
  await perform(transaction, request, { survey, given });
  return "confirmed";
}
decideAgentRequest.locks =
  ({ hash, userId }: AgentRequestDecision) =>
  async (reader: StoreQueries): Promise<readonly string[]> => {
    const request = await findAgentRequest(reader, { hash, userId });
    return request === undefined ? [] : [surveyLock(request.surveyId)];
  };

/** The survey of a request, as long as its person may do what is asked for. */
export async function surveyOfRequest(
  queries: StoreQueries,
  { surveyId, isOutside, kind }: Pick<AgentRequest, "surveyId" | "isOutside" | "kind">,
  userId: number,
): Promise<SurveyForUser | undefined> {
  if (isOutside === 1) return undefined;
  const survey = await findSurveyForUser(queries, { surveyId, userId });
  return survey?.rights.has(kind === "delete" ? "own" : "edit") === true ? survey : undefined;
}

async function decline(
  transaction: StoreQueries,
  request: AgentRequest,
  given: AgentRequestDecision,
): Promise<AgentRequestOutcome> {
  if (!(await closeAgentRequest(transaction, { id: request.id, decision: "decline" }))) return "closed";
  await recordDecision(transaction, request, given);
  return "declined";
}

async function isDraftAsShown(
  transaction: StoreQueries,
  surveyId: number,
  revision: number,
): Promise<boolean> {
  const draft = await findDraft(transaction, surveyId);
  return draft?.revision === revision && publicationObstacle(draft.definition) === undefined;
}

async function recordDecision(
  transaction: StoreQueries,
  { id, kind, surveyId, applicationId, appid }: AgentRequest,
  { actor, decision }: AgentRequestDecision,
): Promise<void> {
  const { name: client, host: clientHost } = await findClientIdentity(transaction, applicationId);
  await recordAudit(transaction, {
    actor,
    action: `survey.${kind}_${decision === "confirm" ? "confirmed" : "declined"}`,
    target: { kind: "survey", name: String(surveyId) },
    after: { request: id, appid, client, clientHost },
  });
}

interface Performed {
  readonly survey: SurveyForUser;
  readonly given: AgentRequestDecision;
}

async function perform(
  transaction: StoreQueries,
  { kind }: AgentRequest,
  { survey, given: { actor, outbox, revision } }: Performed,
): Promise<void> {
  const surveyId = survey.id;
  if (kind === "publish") {
    await publishAndRecord(transaction, { publication: { surveyId, revision }, actor, outbox });
  } else if (kind === "pause") {
    const state = surveyState.paused;
    const change = { surveyId, settings: { state } };
    await changeAndRecordSettings(transaction, { change, actor, outbox, after: { state } });
  } else {
    await binSurveyForUser(transaction, { survey, actor, outbox });
  }
}
