import { sql } from "kysely";
import { customArgumentsText, type Progress, type ProgressKey } from "./answer-draft-table.ts";
import { keepDraftFiles } from "./answer-file-table.ts";
import type { DraftRoom } from "./draft-room.ts";
import { nowMs, type SurveyQueries } from "./queries.ts";

/** How long a half-filled form is kept, from when it was last saved. */
export const draftMilliseconds = 14 * 24 * 3_600_000;

/** A half-filled form about to be kept. */
export type ProgressToSave = ProgressKey &
  Progress & {
    /** Ids of the files that are in it; undefined for a survey that asks for none. */
    readonly files?: readonly string[] | undefined;
  };

/** How much room a half-filled form takes, in bytes of its texts. */
export function progressBytes({
  values,
  customArguments,
}: Pick<Progress, "values" | "customArguments">): number {
  return Buffer.byteLength(JSON.stringify(values)) + Buffer.byteLength(customArgumentsText(customArguments));
}

/** Keeps a half-filled form for 14 days from now, in place of an earlier state of it. Older ones of others may have to make room. */
export async function saveProgress(
  queries: SurveyQueries,
  { surveyId, hash, files, ...progress }: ProgressToSave,
  room: DraftRoom,
): Promise<void> {
  const bytes = progressBytes(progress);
  const columns = {
    survey_id: surveyId,
    bytes,
    version: progress.version,
    answer_values: JSON.stringify(progress.values),
    custom_arguments: customArgumentsText(progress.customArguments),
    page_id: progress.pageId,
    started_at: progress.startedAt,
    saved_at: nowMs,
    expires_at: sql<number>`${nowMs} + ${sql.lit(draftMilliseconds)}`,
  };
  await queries.kysely
    .insertInto("answer_drafts")
    .values({ hash, ...columns })
    .onConflict((conflict) => conflict.columns(["survey_id", "hash"]).doUpdateSet(columns))
    .execute();
  if (files !== undefined) await keepDraftFiles(queries, { surveyId, hash, files });
  await room.makeRoom(queries, surveyId, bytes);
}
