import { surveyLock } from "@survey-open-platform/surveys";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** The chart that a question is to have. */
export interface ChartChoice {
  readonly surveyId: number;
  readonly questionId: string;
  readonly kind: string;
  readonly actor: Actor;
}

/** Chooses the chart of a question, for everyone who sees the results. */
export async function chooseChart(
  transaction: StoreQueries,
  { surveyId, questionId, kind, actor }: ChartChoice,
): Promise<void> {
  await transaction.kysely
    .insertInto("results_charts")
    .values({ survey_id: surveyId, question_id: questionId, kind })
    .onConflict((conflict) => conflict.columns(["survey_id", "question_id"]).doUpdateSet({ kind }))
    .execute();
  await recordAudit(transaction, {
    actor,
    action: "results_chart.chosen",
    target: targetOf(surveyId),
    after: { question: questionId, kind },
  });
}

/** The charts that were chosen in a survey, by the ids of questions. */
export async function listChartChoices(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<ReadonlyMap<string, string>> {
  const rows = await kysely
    .selectFrom("results_charts")
    .select(["question_id as questionId", "kind"])
    .where("survey_id", "=", surveyId)
    .execute();
  return new Map(rows.map(({ questionId, kind }) => [questionId, kind]));
}

/** A filter of results with a name. */
export interface SavedFilter {
  readonly id: number;
  readonly name: string;
  /** As the query of an address. */
  readonly query: string;
}

/** Filters that a survey may have. */
export const mostSavedFilters = 50;

/** A filter that is to be kept, and by whom. */
export interface FilterToSave extends Omit<SavedFilter, "id"> {
  readonly surveyId: number;
  readonly actor: Actor;
}

/** Keeps a filter with the survey; one of the same name is replaced. @returns false when there would be more than {@link mostSavedFilters} */
export async function saveFilter(
  transaction: StoreQueries,
  { surveyId, name, query, actor }: FilterToSave,
): Promise<boolean> {
  const saved = await listSavedFilters(transaction, surveyId);
  if (saved.length >= mostSavedFilters && !saved.some((one) => one.name === name)) return false;
  await transaction.kysely
    .insertInto("results_filters")
    .values({ survey_id: surveyId, name, query })
    .onConflict((conflict) => conflict.columns(["survey_id", "name"]).doUpdateSet({ query }))
    .execute();
  await recordAudit(transaction, {
    actor,
    action: "results_filter.saved",
    target: targetOf(surveyId),
    after: { name },
  });
  return true;
}
saveFilter.locks = ({ surveyId }: FilterToSave) => [surveyLock(surveyId)];

/** The filters that are kept with a survey, in the order of their names. */
export async function listSavedFilters(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<readonly SavedFilter[]> {
  return kysely
    .selectFrom("results_filters")
    .select(["id", "name", "query"])
    .where("survey_id", "=", surveyId)
    .orderBy("name")
    .execute();
}

/** Deletes a filter. @returns false when there is none */
export async function deleteSavedFilter(
  transaction: StoreQueries,
  { surveyId, id, actor }: { readonly surveyId: number; readonly id: number; readonly actor: Actor },
): Promise<boolean> {
  const deleted = await transaction.kysely
    .deleteFrom("results_filters")
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  if (deleted === undefined) return false;
  await recordAudit(transaction, {
    actor,
    action: "results_filter.deleted",
    target: targetOf(surveyId),
    before: { name: deleted.name },
  });
  return true;
}

function targetOf(surveyId: number) {
  return { kind: "survey", name: String(surveyId) } as const;
}
