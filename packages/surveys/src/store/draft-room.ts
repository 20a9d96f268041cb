import { sql } from "kysely";
import { countAbandoned, type AbandonedForm } from "./abandoned-forms.ts";
import type { SurveyQueries } from "./queries.ts";

/** The most bytes of one half-filled form. */
export const mostDraftBytes = 256 * 1024;

/** The most bytes of all half-filled forms, unless a setting says more or less. */
export const usualDraftBytes = 1024 * 1024 * 1024;

/** Surveys that can have as much as one survey may have, before there is no room. */
const surveysInRoom = 16;

/** Sums are counted again once this part of what they may be was written. */
const countedPart = 16;

const surveysRemembered = 10_000;

/** The most bytes that the half-filled forms of one survey may have, of those of all surveys together. */
export function draftBytesOfSurvey(ofAll: number): number {
  return ofAll / surveysInRoom;
}

/**
 * Bounds the half-filled forms of a survey, and those of all surveys: when there are too many, those that were saved the longest ago
 * are deleted, of all surveys first of the one that has the most, so that a flood in one takes nothing from the others. Sums are not
 * counted with every form, but once a process has written a sixteenth of them; so much more may be stored.
 */
export class DraftRoom {
  readonly #mostOfAll: number;
  /** Bytes that this process has written since it counted, by survey. */
  readonly #written = new Map<number, number>();
  #writtenOfAll = Infinity;

  constructor(mostOfAll: number) {
    this.#mostOfAll = mostOfAll;
  }

  /** Makes room, if there is none, after a form was stored. */
  async makeRoom(queries: SurveyQueries, surveyId: number, bytes: number): Promise<void> {
    const mostOfSurvey = draftBytesOfSurvey(this.#mostOfAll);
    if (this.#isDue(surveyId, bytes, mostOfSurvey)) await deleteOldest(queries, surveyId, mostOfSurvey);
    this.#writtenOfAll += bytes;
    if (this.#writtenOfAll < this.#mostOfAll / countedPart) return;
    this.#writtenOfAll = 0;
    await this.#shrinkLargest(queries);
  }

  #isDue(surveyId: number, bytes: number, most: number): boolean {
    const written = (this.#written.get(surveyId) ?? Infinity) + bytes;
    const isDue = written >= most / countedPart;
    if (this.#written.size >= surveysRemembered) this.#written.clear();
    this.#written.set(surveyId, isDue ? 0 : written);
    return isDue;
  }

  async #shrinkLargest(queries: SurveyQueries): Promise<void> {
    for (;;) {
      const { all, surveyId, largest } = await countBytes(queries);
      const excess = all - this.#mostOfAll;
      if (excess <= 0) return;
      await deleteOldest(queries, surveyId, Math.max(largest - excess, largest / 2));
    }
  }
}

/** How many bytes all half-filled forms have, and which survey has the most of them. */
async function countBytes({ kysely }: SurveyQueries) {
  const rows = await kysely
    .selectFrom("answer_drafts")
    .select((eb) => ["survey_id as surveyId", eb.fn.sum<number | string>("bytes").as("total")])
    .groupBy("survey_id")
    .orderBy("total", "desc")
    .execute();
  // Engines differ in the type of a sum.
  const all = rows.reduce((sum, { total }) => sum + Number(total), 0);
  return { all, surveyId: rows[0]?.surveyId ?? 0, largest: Number(rows[0]?.total ?? 0) };
}

/** Deletes the half-filled forms of a survey that were saved the longest ago, until the others have so many bytes at most. */
async function deleteOldest({ kysely }: SurveyQueries, surveyId: number, most: number): Promise<void> {
  const { rows } = await sql<AbandonedForm>`delete from answer_drafts
    where survey_id = ${surveyId} and hash in
      (select hash from
        (select hash, sum(bytes) over (order by saved_at desc, hash) as newer
          from answer_drafts where survey_id = ${surveyId}) as summed
        where newer > ${Math.floor(most)})
    returning survey_id, version, page_id, custom_arguments`.execute(kysely);
  await countAbandoned(kysely, rows);
}
