import { sql } from "kysely";
import { changesAnswer } from "./answer-draft-table.ts";
import type { SurveyQueries } from "./queries.ts";
import { allTime, abandonedQuestionId } from "./tally-table.ts";

/** A half-filled form that was deleted because it expired. */
export interface AbandonedForm {
  readonly survey_id: number | string;
  readonly version: number | string;
  readonly page_id: string;
  readonly custom_arguments: string;
}

/**
 * Counts half-filled forms that were never sent by the page that was open last, in tallies that no answer changes. They have no hour:
 * the day on which a form expires says nothing.
 */
export async function countAbandoned(
  kysely: SurveyQueries["kysely"],
  forms: readonly AbandonedForm[],
): Promise<void> {
  const counts = new Map<string, { readonly form: AbandonedForm; n: number }>();
  for (const form of forms.filter((one) => !changesAnswer(one.custom_arguments))) {
    const name = JSON.stringify([form.survey_id, form.version, form.page_id]);
    const count = counts.get(name);
    if (count === undefined) counts.set(name, { form, n: 1 });
    else count.n += 1;
  }
  if (counts.size === 0) return;
  // In one order, so that sweeps on two nodes never wait for each other.
  const ordered = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, count]) => count);
  await kysely
    .insertInto("survey_tallies")
    .values(
      ordered.map(({ form, n }) => ({
        survey_id: Number(form.survey_id),
        question_id: abandonedQuestionId,
        hour: allTime,
        version: Number(form.version),
        cell: form.page_id,
        shard: 0,
        n,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "question_id", "hour", "version", "cell", "shard"])
        .doUpdateSet({ n: sql<number>`survey_tallies.n + excluded.n` }),
    )
    .execute();
}
