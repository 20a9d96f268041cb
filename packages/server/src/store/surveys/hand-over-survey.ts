import { surveyLock, type Outbox, type ShareRole } from "@survey-open-platform/surveys";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { switchOffProgramsOf } from "../webhooks/webhook-rights.ts";
import { endRightsTo } from "./end-survey-rights.ts";
import { numberOfRole } from "./survey-share-table.ts";

/** A survey that gets another owner. */
export interface HandOver {
  readonly surveyId: number;
  /** Its owner as the page showed it. */
  readonly from: number;
  /** A user or a team. */
  readonly to: number;
  /** How the audit log names the new owner. */
  readonly name: string;
  /** Who hands it over. */
  readonly userId: number;
  /** As what it stays shared with them; undefined for not at all. */
  readonly keeps: ShareRole | undefined;
  readonly actor: Actor;
  readonly outbox: Outbox;
}

/**
 * Gives a survey another owner, with its answers, participants and settings. What the owner before had chosen or added for applications ends:
 * choices of consents, webhooks of programs, events that wait for them, requests of agents. Webhooks stay, switched off, so that the new
 * owner can switch them on.
 *
 * @returns false when it has another owner by now, or none
 */
export async function handOverSurvey(transaction: StoreQueries, given: HandOver): Promise<boolean> {
  const { surveyId, from, to, userId, keeps, actor, outbox } = given;
  const { kysely } = transaction;
  const editorUserId = actor.userId ?? 0;
  await endEventsOfOwner(transaction, surveyId);
  await outbox.survey(transaction, { surveyId, action: "survey.deleted", editorUserId });
  const { numUpdatedRows } = await kysely
    .updateTable("surveys")
    // A declarative file no longer knows it: it would give the survey back.
    .set({ owner_id: to, declared_key: null, updated_at: nowMs })
    .where("id", "=", surveyId)
    .where("owner_id", "=", from)
    .where("binned_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await forgetOwner(transaction, surveyId);
  await kysely
    .deleteFrom("survey_shares")
    .where("survey_id", "=", surveyId)
    .where("account_id", "in", [to, userId])
    .execute();
  if (keeps !== undefined && userId !== to)
    await kysely
      .insertInto("survey_shares")
      .values({ survey_id: surveyId, account_id: userId, role: numberOfRole(keeps), created_at: nowMs })
      .execute();
  await switchOffProgramsOf(transaction, surveyId);
  await endRightsTo(transaction, surveyId);
  await outbox.survey(transaction, { surveyId, action: "survey.created", editorUserId });
  await recordHandOver(transaction, given);
  return true;
}
handOverSurvey.locks = ({ surveyId }: HandOver) => [surveyLock(surveyId)];

/** Events about the survey that wait for webhooks of the account that owns it; those of answers are not kept either. */
async function endEventsOfOwner({ kysely }: StoreQueries, surveyId: number): Promise<void> {
  await kysely
    .deleteFrom("webhook_deliveries")
    .where("survey_id", "=", surveyId)
    .where("answer_id", "is not", null)
    .where("webhook_id", "in", (eb) =>
      eb.selectFrom("webhooks").select("id").where("account_id", "is not", null),
    )
    .execute();
  await kysely
    .updateTable("webhook_deliveries")
    .set({ state: "failed", due_at: null })
    .where("survey_id", "=", surveyId)
    .where("due_at", "is not", null)
    .where("webhook_id", "in", (eb) =>
      eb.selectFrom("webhooks").select("id").where("account_id", "is not", null),
    )
    .execute();
}

/** What only the owner before has a say in. */
async function forgetOwner({ kysely }: StoreQueries, surveyId: number): Promise<void> {
  await kysely.deleteFrom("grant_surveys").where("survey_id", "=", surveyId).execute();
  await kysely.deleteFrom("authorization_request_surveys").where("survey_id", "=", surveyId).execute();
  await kysely
    .deleteFrom("agent_requests")
    .where("survey_id", "=", surveyId)
    .where("decision", "is", null)
    .execute();
  await kysely.deleteFrom("survey_offers").where("survey_id", "=", surveyId).execute();
}

function recordHandOver(
  transaction: StoreQueries,
  { surveyId, from, to, name, actor }: HandOver,
): Promise<void> {
  return recordAudit(transaction, {
    actor,
    action: "survey.handed_over",
    target: { kind: "survey", name: String(surveyId) },
    before: { owner: from },
    after: { owner: to, to: name },
  });
}
