import {
  type ImportedAnswer,
  type CreatedSurvey,
  createSurvey,
  copySurvey,
  type DraftChange,
  type DraftSaving,
  type NewSurvey,
  type Outbox,
  saveDraft,
  type SurveyCopy,
  surveyLock,
} from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { addSourceAnswers } from "./add-source-answers.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** Edits of one person that follow each other within this time are one entry of the audit log: the editor saves while its user types. */
const oneEntryMilliseconds = 600_000;

/** Who changes a survey, and where its events go. */
export interface ChangeBy {
  readonly actor: Actor;
  readonly outbox: Outbox;
}

/** Saves a draft as `saveDraft` does, and records who edited it. @throws `SurveyTooLargeError` */
export async function saveDraftForUser(
  transaction: StoreQueries,
  change: DraftChange,
  { actor, outbox }: ChangeBy,
): Promise<DraftSaving | undefined> {
  const { surveyId } = change;
  const saving = await saveDraft(transaction, { ...change, editorUserId: actor.userId ?? 0 }, outbox);
  if (saving === undefined || "conflict" in saving) return saving;
  if (!(await hasJustEdited(transaction, surveyId, actor)))
    await record(transaction, { surveyId, actor, action: "survey.draft_changed" });
  return saving;
}
saveDraftForUser.locks = ({ surveyId }: DraftChange) => [surveyLock(surveyId)];

/** Whether the newest entry about a survey says that the same person edited it, a short time ago. */
async function hasJustEdited(
  { kysely }: StoreQueries,
  surveyId: number,
  { userId, username }: Actor,
): Promise<boolean> {
  const newest = await kysely
    .selectFrom("audit_log")
    .select(["actor_id as userId", "actor", "action"])
    .select(
      sql<0 | 1>`case when at > ${nowMs} - ${sql.lit(oneEntryMilliseconds)} then 1 else 0 end`.as("isNear"),
    )
    .where("target_kind", "=", "survey")
    .where("target", "=", String(surveyId))
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return (
    newest?.action === "survey.draft_changed" &&
    newest.isNear === 1 &&
    newest.userId === userId &&
    newest.actor === username
  );
}

/** Creates a survey as `createSurvey` does, and records it. @throws `SurveyTooLargeError` */
export async function createSurveyForUser(
  transaction: StoreQueries,
  survey: NewSurvey,
  { actor, outbox }: ChangeBy,
): Promise<CreatedSurvey> {
  const created = await createSurvey(transaction, survey, outbox);
  await record(transaction, { surveyId: created.id, actor, action: "survey.created" });
  return created;
}

/** Creates a survey with the answers that came with it: with them it is published, paused. @throws `SurveyTooLargeError` */
export async function createAnsweredSurvey(
  transaction: StoreQueries,
  { survey, answers }: { readonly survey: NewSurvey; readonly answers: readonly ImportedAnswer[] },
  change: ChangeBy,
): Promise<CreatedSurvey> {
  const created = await createSurveyForUser(transaction, survey, change);
  const given = { surveyId: created.id, definition: survey.definition, answers };
  if (answers.length > 0) await addSourceAnswers(transaction, given, change.outbox);
  return created;
}

/** Copies a survey as `copySurvey` does, and records it. @returns undefined when there is no such survey */
export async function copySurveyForUser(
  transaction: StoreQueries,
  copy: SurveyCopy,
  { actor, outbox }: ChangeBy,
): Promise<CreatedSurvey | undefined> {
  const created = await copySurvey(transaction, copy, outbox);
  if (created !== undefined)
    await record(transaction, { surveyId: created.id, actor, action: "survey.created" });
  return created;
}

function record(
  transaction: StoreQueries,
  { surveyId, actor, action }: { readonly surveyId: number; readonly actor: Actor; readonly action: string },
): Promise<void> {
  return recordAudit(transaction, { actor, action, target: { kind: "survey", name: String(surveyId) } });
}
