import { send } from "@survey-open-platform/database";
import { sql } from "kysely";
import { nowMs, prepare, type SurveyQueries, type SurveySteps } from "./queries.ts";

/** No form takes longer to send. After this time a file that belongs to nothing is deleted. */
const uploadMilliseconds = 3_600_000;

/** So long a half-filled form keeps its files. */
export const unsentMilliseconds = 24 * 3_600_000;

/** Files deleted at a time. */
const filesPerStep = 100;

/** A file whose content has been received. It belongs to nothing yet. */
export interface NewAnswerFile {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
}

/** Adds a file. Its content has to be in its place only after this: a file without a row would never be deleted. */
export async function addFile({ kysely }: SurveyQueries, file: NewAnswerFile): Promise<void> {
  await kysely
    .insertInto("answer_files")
    .values({ ...file, survey_id: null, answer_id: null, draft_hash: null, created_at: nowMs })
    .execute();
}

/** A half-filled form, and the files that are in it now. */
export interface DraftFiles {
  readonly surveyId: number;
  readonly hash: string;
  readonly files: readonly string[];
}

/** Makes new files belong to a half-filled form. Those that it had and has no longer belong to nothing from now on. */
export async function keepDraftFiles(
  { kysely }: SurveyQueries,
  { surveyId, hash, files }: DraftFiles,
): Promise<void> {
  await kysely
    .updateTable("answer_files")
    .set({ survey_id: null, draft_hash: null })
    .where("survey_id", "=", surveyId)
    .where("draft_hash", "=", hash)
    .$if(files.length > 0, (query) => query.where("id", "not in", files))
    .execute();
  if (files.length === 0) return;
  await kysely
    .updateTable("answer_files")
    .set({ survey_id: surveyId, draft_hash: hash })
    .where("id", "in", files)
    .where("survey_id", "is", null)
    // One that was given up is about to be deleted, and cannot be taken again.
    .where("created_at", ">", sql<number>`${nowMs} - ${sql.lit(uploadMilliseconds)}`)
    .execute();
}

const attachToAnswer = prepare<{
  readonly surveyId: number;
  readonly draftHash: string;
  readonly answerId: number;
  readonly id: string;
}>()((db, param) =>
  db
    .updateTable("answer_files")
    .set({ answer_id: param("answerId"), draft_hash: null })
    .where("id", "=", param("id"))
    .where("survey_id", "=", param("surveyId"))
    .where("draft_hash", "=", param("draftHash")),
);

/** Which files of a half-filled form go into an answer. */
export interface SubmittedFiles {
  readonly surveyId: number;
  readonly answerId: number;
  readonly draftHash: string | undefined;
  readonly files: readonly string[] | undefined;
}

/** Makes the files of a half-filled form belong to an answer. No other file can get into it. */
export function* attachFilesToAnswer({
  surveyId,
  answerId,
  draftHash,
  files = [],
}: SubmittedFiles): SurveySteps<void> {
  if (draftHash === undefined) return;
  for (const id of files) yield* send(attachToAnswer, { surveyId, answerId, draftHash, id });
}

const releaseOne = prepare<{ readonly surveyId: number; readonly answerId: number; readonly id: string }>()(
  (db, param) =>
    db
      .updateTable("answer_files")
      .set({ survey_id: null, answer_id: null })
      .where("id", "=", param("id"))
      .where("survey_id", "=", param("surveyId"))
      .where("answer_id", "=", param("answerId")),
);

/** Makes files of an answer belong to nothing. */
export function* releaseFiles(
  surveyId: number,
  answerId: number,
  files: readonly string[],
): SurveySteps<void> {
  for (const id of files) yield* send(releaseOne, { surveyId, answerId, id });
}

/** Which file of which answer. */
export interface FileOfAnswer {
  readonly surveyId: number;
  readonly answerId: number;
  readonly id: string;
}

/** Finds a file of an answer. */
export async function findAnswerFile(
  { kysely }: SurveyQueries,
  { surveyId, answerId, id }: FileOfAnswer,
): Promise<NewAnswerFile | undefined> {
  return kysely
    .selectFrom("answer_files")
    .select(["id", "name", "bytes"])
    .where("id", "=", id)
    .where("survey_id", "=", surveyId)
    .where("answer_id", "=", answerId)
    .executeTakeFirst();
}

/** How many bytes files have. */
export interface FileUse {
  readonly all: number;
  /** Of those that are in no answer. */
  readonly unsent: number;
  readonly ofSurvey: number;
  readonly ofOwner: number;
}

/** Counts the bytes of all files, and of those of a survey and its owner. */
export async function countFileBytes(
  { kysely }: SurveyQueries,
  { surveyId, ownerId }: { readonly surveyId: number; readonly ownerId: number },
): Promise<FileUse> {
  const files = kysely.selectFrom("answer_files").select(sql<number | string | null>`sum(bytes)`.as("bytes"));
  const surveys = kysely.selectFrom("surveys").select("id").where("owner_id", "=", ownerId);
  const [all, unsent, ofSurvey, ofOwner] = await Promise.all(
    [
      files,
      files.where("answer_id", "is", null),
      files.where("survey_id", "=", surveyId),
      files.where("survey_id", "in", surveys),
    ].map((query) => query.executeTakeFirst()),
  );
  // Engines differ in the type of a sum.
  const bytesOf = (row: typeof all) => Number(row?.bytes ?? 0);
  return {
    all: bytesOf(all),
    unsent: bytesOf(unsent),
    ofSurvey: bytesOf(ofSurvey),
    ofOwner: bytesOf(ofOwner),
  };
}

/** What is set of a file that is given up: no form can take it again. */
const abandoned = { survey_id: null, draft_hash: null, created_at: 0 } as const;

/**
 * Gives up the oldest files that are in no answer, until the others have so many bytes at most.
 *
 * @returns their ids
 */
export async function abandonOldestFiles(
  { kysely }: SurveyQueries,
  mostBytes: number,
): Promise<readonly string[]> {
  const rows = await kysely
    .updateTable("answer_files")
    .set(abandoned)
    .where("answer_id", "is", null)
    .where(
      "id",
      "in",
      sql<string>`(select id from
        (select id, sum(bytes) over (order by created_at desc, id) as newer from answer_files where answer_id is null)
        as summed where newer > ${mostBytes})`,
    )
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Gives up files that half-filled forms have kept for a day. */
export async function abandonStaleFiles({ kysely }: SurveyQueries): Promise<void> {
  await kysely
    .updateTable("answer_files")
    .set(abandoned)
    .where("answer_id", "is", null)
    .where("survey_id", "is not", null)
    .where("created_at", "<=", sql<number>`${nowMs} - ${sql.lit(unsentMilliseconds)}`)
    .execute();
}

/** Which of some files a survey still has, in an answer or in a half-filled form. */
export async function filesLeftOf(
  { kysely }: SurveyQueries,
  { surveyId, files }: Pick<DraftFiles, "surveyId" | "files">,
): Promise<ReadonlySet<string>> {
  if (files.length === 0) return new Set();
  const rows = await kysely
    .selectFrom("answer_files")
    .select("id")
    .where("survey_id", "=", surveyId)
    .where("id", "in", files)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ids of files that belong to nothing: their form was not kept, or their answer, form or survey is gone. */
export async function findAbandonedFiles({ kysely }: SurveyQueries): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom("answer_files")
    .select("id")
    .where("survey_id", "is", null)
    .where("answer_id", "is", null)
    .where("created_at", "<=", sql<number>`${nowMs} - ${sql.lit(uploadMilliseconds)}`)
    .limit(filesPerStep)
    .execute();
  return rows.map(({ id }) => id);
}

/** Forgets files whose content was deleted. */
export async function forgetFiles({ kysely }: SurveyQueries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await kysely.deleteFrom("answer_files").where("id", "in", ids).where("survey_id", "is", null).execute();
}
