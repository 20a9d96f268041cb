import { surveyLock } from "@survey-open-platform/surveys";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** The labels of several surveys, in the order of the alphabet. */
export async function labelsOfSurveys(
  { kysely }: StoreQueries,
  surveyIds: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const labels = new Map<number, string[]>();
  if (surveyIds.length === 0) return labels;
  const rows = await kysely
    .selectFrom("survey_labels")
    .select(["survey_id as surveyId", "label"])
    .where("survey_id", "in", surveyIds)
    .orderBy("label")
    .execute();
  for (const { surveyId, label } of rows) labels.set(surveyId, [...(labels.get(surveyId) ?? []), label]);
  return labels;
}

/** Whose labels. */
interface LabelsOfOwner {
  readonly ownerId: number;
  /** Only those of surveys that this user created; undefined for all. */
  readonly creatorUserId: number | undefined;
  readonly limit: number;
}

/** The labels that surveys of an owner have, in the order of the alphabet. */
export async function labelsOfOwner(
  { kysely }: StoreQueries,
  { ownerId, creatorUserId, limit }: LabelsOfOwner,
): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom("survey_labels as l")
    .innerJoin("surveys as s", "s.id", "l.survey_id")
    .select("l.label")
    .distinct()
    .where("s.owner_id", "=", ownerId)
    .where("s.binned_at", "is", null)
    .$if(creatorUserId !== undefined, (query) => query.where("s.creator_user_id", "=", creatorUserId ?? 0))
    .orderBy("l.label")
    .limit(limit)
    .execute();
  return rows.map(({ label }) => label);
}

/** The labels that a survey is to have. */
export interface LabelChange {
  readonly surveyId: number;
  readonly labels: readonly string[];
  readonly actor: Actor;
}

/** Gives a survey its labels, and takes the others away. */
export async function setLabels(
  transaction: StoreQueries,
  { surveyId, labels, actor }: LabelChange,
): Promise<void> {
  const { kysely } = transaction;
  await kysely.deleteFrom("survey_labels").where("survey_id", "=", surveyId).execute();
  if (labels.length > 0)
    await kysely
      .insertInto("survey_labels")
      .values(labels.map((label) => ({ survey_id: surveyId, label })))
      .execute();
  const target = { kind: "survey", name: String(surveyId) } as const;
  await recordAudit(transaction, { actor, action: "survey.labelled", target, after: { labels } });
}
setLabels.locks = ({ surveyId }: LabelChange) => [surveyLock(surveyId)];
