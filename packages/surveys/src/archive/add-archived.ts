import { runSteps } from "@survey-open-platform/database";
import { fileReference, keptFileText } from "../model/file-reference.ts";
import { surveyState } from "../model/survey.ts";
import { addAnswers, type NumberedAnswer } from "../store/add-answers.ts";
import { recordClaimedAnswer } from "../store/claim-unique-answers.ts";
import { createSurvey } from "../store/create-survey.ts";
import type { SurveyQueries } from "../store/queries.ts";
import { changeSettings } from "../store/survey-settings.ts";
import { addVersion } from "../store/survey-version.ts";
import { cellCounters } from "../store/version-cache.ts";
import type { Outbox } from "../store/webhooks/outbox.ts";
import type { ArchivedAnswer } from "./archive-form.ts";
import type { CheckedSurvey } from "./read-archive.ts";

/** Whom a survey of an archive will belong to. */
export interface ArchiveOwner {
  readonly ownerId: number;
  readonly creatorUserId: number;
}

/**
 * Adds a survey of an archive, without answers. One that has versions is paused, whatever it was: its address is a new one, and its owner decides when
 * it is given to respondents.
 *
 * @returns its id
 */
export async function addArchivedSurvey(
  transaction: SurveyQueries,
  { draft, versions, settings, serial }: CheckedSurvey,
  owner: ArchiveOwner,
  outbox: Outbox,
): Promise<number> {
  const { id } = await createSurvey(transaction, { ...owner, definition: draft }, outbox);
  for (const { version, publishedAt, definition } of versions) {
    await addVersion(transaction, id, definition);
    await transaction.kysely
      .updateTable("survey_versions")
      .set({ published_at: publishedAt })
      .where("survey_id", "=", id)
      .where("version", "=", version)
      .execute();
  }
  const state = versions.length === 0 ? surveyState.draft : surveyState.paused;
  await changeSettings(transaction, { surveyId: id, settings: { ...settings, state } }, outbox);
  await transaction.kysely
    .updateTable("surveys")
    .set({ answer_serial: serial })
    .where("id", "=", id)
    .where("binned_at", "is", null)
    .execute();
  return id;
}

/** What answers of an archive name, where it is here. */
export interface ArchivedReferences {
  /** By the ids in the archive. */
  readonly files: ReadonlyMap<string, ArchivedFile>;
  /** Keys of the answers of participants, in the order of the archive. */
  readonly participantKeys: readonly string[];
}

/** Adds answers to a survey of an archive and counts them; no events are written. */
export async function addArchivedAnswers(
  transaction: SurveyQueries,
  surveyId: number,
  answers: readonly ArchivedAnswer[],
  references: ArchivedReferences,
): Promise<void> {
  const { files } = references;
  const counting = { counters: cellCounters(), shard: 0 };
  const numbered = answers.map((answer) => numberedAnswer(answer, references));
  await runSteps(transaction, addAnswers(surveyId, numbered, counting));
  for (const { answerId, onceKey } of numbered)
    await runSteps(transaction, recordClaimedAnswer(surveyId, { onceKey, isChangeable: true }, answerId));
  for (const { answerId, values } of answers)
    for (const file of filesOf(values, files)) await addFileRow(transaction, { surveyId, answerId, ...file });
  await transaction.kysely
    .updateTable("surveys")
    .set((eb) => ({ answer_count: eb("answer_count", "+", answers.length) }))
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .execute();
}

/** A file that has its place here. */
export interface ArchivedFile {
  readonly id: string;
  readonly bytes: number;
}

function numberedAnswer(
  { openid, nickname, values, participant = 0, ...answer }: ArchivedAnswer,
  { files, participantKeys }: ArchivedReferences,
): NumberedAnswer {
  const isAnonymous = openid === "" && nickname === "";
  return {
    ...answer,
    values: Object.fromEntries(Object.entries(values).map(([id, value]) => [id, withFiles(value, files)])),
    respondent: isAnonymous ? undefined : { id: 0, openid, nickname },
    address: "",
    addressDays: 0,
    onceKey: participantKeys[participant - 1] ?? null,
  };
}

type Value = ArchivedAnswer["values"][string];

function withFiles(value: Value, files: ReadonlyMap<string, ArchivedFile>): Value {
  if (!Array.isArray(value)) return value;
  return value.map((text) => {
    const { id, name } = fileReference(text);
    if (id === undefined) return text;
    const file = files.get(id);
    // A file that is not in the archive is known by its name alone.
    return file === undefined ? name : keptFileText({ id: file.id, name });
  });
}

function filesOf(values: ArchivedAnswer["values"], files: ReadonlyMap<string, ArchivedFile>) {
  const lists = Object.values(values).filter((value) => Array.isArray(value));
  return lists.flat().flatMap((text) => {
    const { id, name } = fileReference(text);
    const file = id === undefined ? undefined : files.get(id);
    return file === undefined ? [] : [{ name, file }];
  });
}

async function addFileRow(
  { kysely }: SurveyQueries,
  {
    surveyId,
    answerId,
    name,
    file,
  }: {
    readonly surveyId: number;
    readonly answerId: number;
    readonly name: string;
    readonly file: ArchivedFile;
  },
): Promise<void> {
  await kysely
    .updateTable("answer_files")
    .set({ survey_id: surveyId, answer_id: answerId, name })
    .where("id", "=", file.id)
    .execute();
}
