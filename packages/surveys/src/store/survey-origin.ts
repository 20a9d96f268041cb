import { z } from "zod";
import { type ImportLoss, importLossCodes } from "../model/import-loss.ts";
import type { SurveyQueries } from "./queries.ts";

/** Where a survey was imported from, as it is kept. */
export interface StoredOrigin {
  readonly source: string;
  readonly fileName: string;
  /** The first of them. */
  readonly losses: readonly ImportLoss[];
  /** How many there were. */
  readonly lossCount: number;
}

/** The form of a list of losses. */
export const importLossesSchema = z.array(
  z.object({ at: z.string(), code: z.enum(importLossCodes), what: z.string() }),
);

/** The file that a survey was made of. @returns undefined for one that was not imported */
export async function findOrigin(
  { kysely }: Pick<SurveyQueries, "kysely">,
  surveyId: number,
): Promise<StoredOrigin | undefined> {
  const row = await kysely
    .selectFrom("survey_imports")
    .select(["source", "file_name as fileName", "losses", "loss_count as lossCount"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  return row && { ...row, losses: importLossesSchema.parse(JSON.parse(row.losses)) };
}
