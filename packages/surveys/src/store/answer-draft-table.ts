import { send } from "@survey-open-platform/database";
import type { AnswerValues } from "../model/answer-values.ts";
import type { CustomArgumentValues } from "../model/custom-argument.ts";
import { nowMs, prepare, type SurveyQueries, type SurveySteps } from "./queries.ts";
import { allTime, abandonedQuestionId } from "./tally-table.ts";

/** A half-filled form. */
export interface Progress {
  readonly version: number;
  readonly values: AnswerValues;
  readonly customArguments: CustomArgumentValues;
  /** The page that the respondent was on. */
  readonly pageId: string;
  /** When the form was first shown, ms UTC. */
  readonly startedAt: number;
}

/** A half-filled form as it is stored. */
export interface StoredProgress extends Progress {
  /** Of its texts. */
  readonly bytes: number;
}

/** Which half-filled form: by the hash of the key in the respondent's browser. */
export interface ProgressKey {
  readonly surveyId: number;
  readonly hash: string;
}

const progressOf = prepare<ProgressKey>()((db, param) =>
  db
    .selectFrom("answer_drafts")
    .select(["version", "answer_values as valuesText", "custom_arguments as argumentsText"])
    .select(["page_id as pageId", "started_at as startedAt", "bytes"])
    .where("survey_id", "=", param("surveyId"))
    .where("hash", "=", param("hash"))
    .where("expires_at", ">", nowMs),
);

/** Finds a half-filled form that has not expired. */
export async function findProgress(
  queries: SurveyQueries,
  key: ProgressKey,
): Promise<StoredProgress | undefined> {
  const [row] = await queries.run(progressOf, key);
  if (row === undefined) return undefined;
  const { valuesText, argumentsText, ...rest } = row;
  return { ...rest, values: parseValues(valuesText), customArguments: parseCustomArguments(argumentsText) };
}

/** The name of the custom argument of a half-filled form that changes an answer: the hash of the answer. No argument has it. */
export const changedAnswerNote = "@change";

/** Whether a half-filled form changes an answer that was sent. @param argumentsText its custom arguments, as they are stored */
export function changesAnswer(argumentsText: string): boolean {
  return Object.hasOwn(parseCustomArguments(argumentsText), changedAnswerNote);
}

/**
 * Counts the forms of a survey that were begun and not sent, by the id of the page that was open last: those that are kept, and those
 * that have expired. Those that change an answer are not counted: it was sent.
 */
export async function countProgressByPage(
  queries: SurveyQueries,
  surveyId: number,
): Promise<ReadonlyMap<string, number>> {
  const [left, kept] = await Promise.all([
    queries.run(leftByPage, { surveyId }),
    queries.run(keptByPage, { surveyId }),
  ]);
  const counts = new Map<string, number>();
  // Engines differ in the type of a sum.
  for (const { pageId, n } of [...left, ...kept]) counts.set(pageId, (counts.get(pageId) ?? 0) + Number(n));
  return counts;
}

/** How many half-filled forms there are of a survey that somebody may still send. */
export async function countHalfFilled({ kysely }: SurveyQueries, surveyId: number): Promise<number> {
  const { n } = await kysely
    .selectFrom("answer_drafts")
    .select((eb) => eb.fn.countAll<number | string>().as("n"))
    .where("survey_id", "=", surveyId)
    .where("expires_at", ">", nowMs)
    .executeTakeFirstOrThrow();
  // Engines differ in the type that they count in.
  return Number(n);
}

const leftByPage = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("survey_tallies")
    .where("survey_id", "=", param("surveyId"))
    .where("question_id", "=", abandonedQuestionId)
    .where("hour", "=", allTime)
    .select((eb) => ["cell as pageId", eb.fn.sum<number | string>("n").as("n")])
    .groupBy("cell"),
);

const keptByPage = prepare<{ readonly surveyId: number }>()((db, param) =>
  db
    .selectFrom("answer_drafts")
    .select((eb) => ["page_id as pageId", eb.fn.countAll<number | string>().as("n")])
    .where("survey_id", "=", param("surveyId"))
    .where("custom_arguments", "not like", `%"${changedAnswerNote}":%`)
    .groupBy("page_id"),
);

const deleteDraft = prepare<ProgressKey>()((db, param) =>
  db.deleteFrom("answer_drafts").where("survey_id", "=", param("surveyId")).where("hash", "=", param("hash")),
);

/** Deletes a half-filled form, if there is one. */
export function* dropDraft(surveyId: number, hash: string | undefined): SurveySteps<void> {
  if (hash !== undefined) yield* send(deleteDraft, { surveyId, hash });
}

const deleteChanges = prepare<{ readonly surveyId: number; readonly pattern: string }>()((db, param) =>
  db
    .deleteFrom("answer_drafts")
    .where("survey_id", "=", param("surveyId"))
    .where("custom_arguments", "like", param("pattern")),
);

/** Deletes the half-filled forms that change an answer, which was deleted: they say what it said. */
export function* dropChangesOf(surveyId: number, answerHash: string): SurveySteps<void> {
  yield* send(deleteChanges, { surveyId, pattern: `%"${changedAnswerNote}":"${answerHash}"%` });
}

/** Reads values from the database. */
export function parseValues(text: string): AnswerValues {
  // Only values are stored there.
  return JSON.parse(text) as AnswerValues;
}

const noArguments: CustomArgumentValues = {};

/** Reads custom arguments from the database. */
export function parseCustomArguments(text: string): CustomArgumentValues {
  // Only custom arguments are stored there.
  return text === "" ? noArguments : (JSON.parse(text) as CustomArgumentValues);
}

/** JSON text; "" for none, as most answers have. */
export function customArgumentsText(customArguments: CustomArgumentValues): string {
  return Object.keys(customArguments).length === 0 ? "" : JSON.stringify(customArguments);
}
