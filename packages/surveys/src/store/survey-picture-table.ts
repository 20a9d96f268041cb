import type { SurveyDefinition } from "../model/definition.ts";
import { picturesOf } from "../model/survey-pictures.ts";
import type { SurveyQueries } from "./queries.ts";

/** Most pictures of one survey. Those that earlier versions show stay. */
export const mostPictures = 300;

/** A picture about to be kept. */
export interface NewPicture {
  readonly surveyId: number;
  /** The beginning of the SHA-256 hash of the content, in hex. */
  readonly id: string;
  readonly content: Uint8Array;
}

/** Keeps a picture of a survey, whose lock has to be held. @returns false when the survey has as many as it can have */
export async function addPicture(
  { kysely }: SurveyQueries,
  { surveyId, id, content }: NewPicture,
): Promise<boolean> {
  const others = await kysely
    .selectFrom("survey_pictures")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("id", "!=", id)
    .execute();
  if (others.length >= mostPictures) return false;
  await kysely
    .insertInto("survey_pictures")
    .values({ survey_id: surveyId, id, content })
    .onConflict((conflict) => conflict.columns(["survey_id", "id"]).doNothing())
    .execute();
  return true;
}

/** The content of a picture of any survey; the id is as hard to guess as the content. */
export async function findPicture({ kysely }: SurveyQueries, id: string): Promise<Uint8Array | undefined> {
  const row = await kysely
    .selectFrom("survey_pictures")
    .innerJoin("surveys", "surveys.id", "survey_pictures.survey_id")
    .select("content")
    .where("survey_pictures.id", "=", id)
    .where("surveys.binned_at", "is", null)
    .executeTakeFirst();
  return row?.content;
}

/** The content of a picture of one survey. */
export async function pictureOf(
  { kysely }: SurveyQueries,
  surveyId: number,
  id: string,
): Promise<Uint8Array | undefined> {
  const row = await kysely
    .selectFrom("survey_pictures")
    .select("content")
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.content;
}

/** Gives a new survey the pictures that its definition shows, so that they stay when the survey that it was copied from goes. */
export async function adoptPictures(
  { kysely }: SurveyQueries,
  surveyId: number,
  definition: SurveyDefinition,
): Promise<void> {
  const ids = [...new Set(picturesOf(definition).map(({ id }) => id))];
  if (ids.length === 0) return;
  await kysely
    .insertInto("survey_pictures")
    .columns(["survey_id", "id", "content"])
    .expression((eb) =>
      eb
        .selectFrom("survey_pictures")
        .select([eb.cast<number>(eb.val(surveyId), "bigint").as("survey_id"), "id", "content"])
        .where("id", "in", ids)
        .where("survey_id", "!=", surveyId),
    )
    .onConflict((conflict) => conflict.columns(["survey_id", "id"]).doNothing())
    .execute();
}
