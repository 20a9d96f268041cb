import {
  binSurvey,
  deleteSurvey,
  restoreSurvey,
  surveyLock,
  type Outbox,
} from "@survey-open-platform/surveys";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import type { SurveyForUser } from "./survey-for-user-table.ts";

/** What happens to a survey on its way into the bin and out of it. */
export interface BinChange {
  readonly survey: Pick<SurveyForUser, "id" | "title" | "answerCount" | "ownerId">;
  readonly actor: Actor;
  readonly outbox: Outbox;
}

/** Puts a survey into the bin. It leaves the choices of consents, and does not come back to them. @returns false when there is none */
export async function binSurveyForUser(transaction: StoreQueries, change: BinChange): Promise<boolean> {
  const { survey, actor, outbox } = change;
  const edited = { surveyId: survey.id, editorUserId: actor.userId ?? 0 };
  if (!(await binSurvey(transaction, edited, outbox))) return false;
  await transaction.kysely.deleteFrom("grant_surveys").where("survey_id", "=", survey.id).execute();
  await record(transaction, change, "survey.binned");
  return true;
}
binSurveyForUser.locks = ({ survey }: BinChange) => [surveyLock(survey.id)];

/** Takes a survey out of the bin. @returns false when it is not there */
export async function restoreSurveyForUser(transaction: StoreQueries, change: BinChange): Promise<boolean> {
  const { survey, actor, outbox } = change;
  const edited = { surveyId: survey.id, editorUserId: actor.userId ?? 0 };
  if (!(await restoreSurvey(transaction, edited, outbox))) return false;
  await record(transaction, change, "survey.restored");
  return true;
}
restoreSurveyForUser.locks = binSurveyForUser.locks;

/** Deletes a survey in the bin for ever, with its answers. @returns false when it is not there */
export async function deleteBinnedSurvey(transaction: StoreQueries, change: BinChange): Promise<boolean> {
  const { survey, actor, outbox } = change;
  const binned = await transaction.kysely
    .selectFrom("surveys")
    .select("id")
    .where("id", "=", survey.id)
    .where("binned_at", "is not", null)
    .executeTakeFirst();
  if (binned === undefined) return false;
  await deleteSurvey(transaction, { surveyId: survey.id, editorUserId: actor.userId ?? 0 }, outbox);
  await record(transaction, change, "survey.deleted");
  return true;
}
deleteBinnedSurvey.locks = binSurveyForUser.locks;

function record(
  transaction: StoreQueries,
  { survey: { id, title, answerCount, ownerId }, actor }: BinChange,
  action: string,
): Promise<void> {
  const facts = { title, answers: answerCount, owner: ownerId };
  const target = { kind: "survey", name: String(id) } as const;
  const change = action === "survey.restored" ? { after: facts } : { before: facts };
  return recordAudit(transaction, { actor, action, target, ...change });
}
