import { type Database, runSteps } from "@survey-open-platform/database";
import {
  countHalfFilled,
  countProgressByPage,
  dropDraft,
  findProgress,
  type ProgressKey,
} from "./answer-draft-table.ts";
import type { AnswerWriteContext } from "./add-answers.ts";
import {
  type AnswerListRequest,
  type AnswerOfSurvey,
  findAnswer,
  listAnswers,
  type AnswersBefore,
  listAnswersBefore,
} from "./answer-table.ts";
import {
  addFile,
  countFileBytes,
  type DraftFiles,
  type FileOfAnswer,
  filesLeftOf,
  findAbandonedFiles,
  findAnswerFile,
  forgetFiles,
  abandonOldestFiles,
  abandonStaleFiles,
  type NewAnswerFile,
} from "./answer-file-table.ts";
import { saveProgress, type ProgressToSave } from "./save-progress.ts";
import { DraftRoom, usualDraftBytes } from "./draft-room.ts";
import { type AnswerChange, changeAnswer } from "./change-answer.ts";
import { copySurvey, createSurvey, type NewSurvey, type SurveyCopy } from "./create-survey.ts";
import { deleteSurvey } from "./delete-survey.ts";
import { findRevision, findUndoStep, type UndoDirection } from "./draft-history.ts";
import { newestSerial, serialAfter } from "./newest-serial.ts";
import { answersLock, surveyLock } from "./locks.ts";
import { findPublicSurvey, type PublicAddress } from "./public-survey.ts";
import type { SurveySchema } from "./schema/schema.ts";
import {
  addExportPart,
  beginExport,
  endExport,
  type ExportPart,
  listExports,
  type NewExport,
  readExportPart,
  renewExports,
} from "./survey-export-table.ts";
import type { Submission } from "./submission.ts";
import { SubmissionQueue } from "./submission-queue.ts";
import { type DraftChange, draftRevision, findDraft, saveDraft } from "./survey-draft.ts";
import { findOrigin } from "./survey-origin.ts";
import { changeSettings, findSettings, type SettingsChange } from "./survey-settings.ts";
import { type Claimant, findClaimedAnswer, hasAnswered } from "./has-answered.ts";
import { type Publication, publishSurvey, versionsOf } from "./survey-version.ts";
import { definitionsInTurns } from "./version-definition.ts";
import {
  countByHour,
  countRecentHours,
  readTallies,
  type TallyFilter,
  type TallyRequest,
} from "./tally-table.ts";
import { findDefaultLook } from "./default-look-table.ts";
import { addPicture, findPicture, type NewPicture, pictureOf } from "./survey-picture-table.ts";
import { cellCounters, VersionCache } from "./version-cache.ts";
import type { Outbox } from "./webhooks/outbox.ts";

/** All operations on surveys and their answers; see {@link createSurveyStore}. */
export type SurveyStore = ReturnType<typeof createSurveyStore>;

/**
 * The verbs on surveys. Each is one transaction that cannot be half done and is safe when many callers run it at once; a
 * verb that changes something resolves once the change is durable. None checks who may do it.
 *
 * @param draftBytes the most bytes that all half-filled forms may have together. Default 1 GB
 * @throws `DatabaseUnavailableError` from every verb
 */
export function createSurveyStore(
  database: Database<SurveySchema>,
  outbox: Outbox,
  draftBytes = usualDraftBytes,
) {
  return {
    ...surveyVerbs(database, outbox),
    ...answerVerbs(database, outbox),
    ...progressVerbs(database, draftBytes),
    ...exportVerbs(database),
    ...fileVerbs(database),
  };
}

/** Surveys, their drafts, versions and settings. */
function surveyVerbs(database: Database<SurveySchema>, outbox: Outbox) {
  const { reader } = database;
  const definitions = new VersionCache((definition) => definition);
  return {
    createSurvey: (survey: NewSurvey) => database.write((t) => createSurvey(t, survey, outbox)),
    copySurvey: (copy: SurveyCopy) => database.write((t) => copySurvey(t, copy, outbox)),
    findDraft: (surveyId: number) => findDraft(reader, surveyId),
    draftRevision: (surveyId: number) => draftRevision(reader, surveyId),
    findOrigin: (surveyId: number) => findOrigin(reader, surveyId),
    findRevision: (surveyId: number, revision: number) => findRevision(reader, surveyId, revision),
    findUndoStep: (surveyId: number, direction: UndoDirection) => findUndoStep(reader, surveyId, direction),
    saveDraft: (change: DraftChange) =>
      database.write((t) => saveDraft(t, change, outbox), { locks: [surveyLock(change.surveyId)] }),
    publishSurvey: (publication: Publication) =>
      database.write((t) => publishSurvey(t, publication, outbox), {
        locks: [surveyLock(publication.surveyId)],
      }),
    versionsOf: (surveyId: number) => versionsOf(reader, surveyId),
    definitionsOf: (surveyId: number) => definitionsInTurns(reader, surveyId),
    definitionOfVersion: (surveyId: number, version: number) =>
      runSteps(reader, definitions.find({ surveyId, version })),
    findSettings: (surveyId: number) => findSettings(reader, surveyId),
    findPublicSurvey: (address: PublicAddress) => findPublicSurvey(reader, address),
    changeSettings: (change: SettingsChange) =>
      database.write((t) => changeSettings(t, change, outbox), { locks: [surveyLock(change.surveyId)] }),
    /** Deletes a survey with its versions and answers, also one in the bin. @returns false when there is none */
    deleteSurvey: (surveyId: number) =>
      database.write((t) => deleteSurvey(t, { surveyId }, outbox), { locks: [surveyLock(surveyId)] }),
  };
}

/** Files that were sent with answers, and pictures of surveys. */
function fileVerbs(database: Database<SurveySchema>) {
  const { reader } = database;
  return {
    /** @returns false when the survey has as many as it can have */
    addPicture: (picture: NewPicture) =>
      database.write((t) => addPicture(t, picture), { locks: [surveyLock(picture.surveyId)] }),
    findDefaultLook: (ownerId: number) => findDefaultLook(reader, ownerId),
    findPicture: (id: string) => findPicture(reader, id),
    pictureOf: (surveyId: number, id: string) => pictureOf(reader, surveyId, id),
    addFile: (file: NewAnswerFile) => database.write((t) => addFile(t, file)),
    findAnswerFile: (file: FileOfAnswer) => findAnswerFile(reader, file),
    countFileBytes: (of: { readonly surveyId: number; readonly ownerId: number }) =>
      countFileBytes(reader, of),
    filesLeftOf: (of: Pick<DraftFiles, "surveyId" | "files">) => filesLeftOf(reader, of),
    abandonOldestFiles: (mostBytes: number) => database.write((t) => abandonOldestFiles(t, mostBytes)),
    abandonStaleFiles: () => database.write((t) => abandonStaleFiles(t)),
    findAbandonedFiles: () => findAbandonedFiles(reader),
    forgetFiles: (ids: readonly string[]) => database.write((t) => forgetFiles(t, ids)),
  };
}

/** Exports that are written in the background. */
function exportVerbs(database: Database<SurveySchema>) {
  const { reader } = database;
  return {
    /** @returns false when there are too many exports of the survey in work */
    beginExport: (begun: NewExport) =>
      database.write((t) => beginExport(t, begun), {
        locks: [surveyLock(begun.surveyId), answersLock(begun.surveyId)],
      }),
    /** @returns false when the export is not in work any more */
    addExportPart: (part: ExportPart) => database.write((t) => addExportPart(t, part)),
    renewExports: (ids: readonly string[]) => database.write((t) => renewExports(t, ids)),
    endExport: (end: { readonly id: string; readonly state: "ready" | "failed" }) =>
      database.write((t) => endExport(t, end)),
    listExports: (surveyId: number) => listExports(reader, surveyId),
    readExportPart: (part: Pick<ExportPart, "id" | "part">) => readExportPart(reader, part),
  };
}

/** Half-filled forms. */
function progressVerbs(database: Database<SurveySchema>, draftBytes: number) {
  const { reader } = database;
  const room = new DraftRoom(draftBytes);
  return {
    saveProgress: (progress: ProgressToSave) => database.write((t) => saveProgress(t, progress, room)),
    /** Deletes a half-filled form, if there is one. */
    discardProgress: ({ surveyId, hash }: ProgressKey) =>
      database.write((t) => runSteps(t, dropDraft(surveyId, hash))),
    findProgress: (key: ProgressKey) => findProgress(reader, key),
    countHalfFilled: (surveyId: number) => countHalfFilled(reader, surveyId),
    countProgressByPage: (surveyId: number) => countProgressByPage(reader, surveyId),
  };
}

/** Answers and results. */
function answerVerbs(database: Database<SurveySchema>, outbox: Outbox) {
  const { reader } = database;
  const context: AnswerWriteContext = { counters: cellCounters(), shard: 0, outbox };
  const submissions = new SubmissionQueue(database, context);
  return {
    hasAnswered: (claimant: Claimant) => hasAnswered(reader, claimant),
    findClaimedAnswer: (claimant: Claimant) => findClaimedAnswer(reader, claimant),
    submitAnswer: (submission: Submission) => submissions.submit(submission),
    /** For long work: waits as long as submissions are being stored by this process, but for no longer than a time. */
    yieldToSubmissions: (mostMilliseconds: number) => submissions.yieldToSubmissions(mostMilliseconds),
    changeAnswer: (change: AnswerChange) =>
      database.writeSteps(() => changeAnswer(change, context), answersLock(change.surveyId)),
    listAnswers: (request: AnswerListRequest) => runSteps(reader, listAnswers(request)),
    listAnswersBefore: (request: AnswersBefore) => runSteps(reader, listAnswersBefore(request)),
    findAnswer: (answer: AnswerOfSurvey) => runSteps(reader, findAnswer(answer)),
    newestSerial: (surveyId: number) => newestSerial(reader, surveyId),
    serialAfter: (from: Parameters<typeof serialAfter>[1]) => serialAfter(reader, from),
    tallies: (request: TallyRequest) => readTallies(reader, request),
    countRecentHours: (of: { readonly surveyIds: readonly number[]; readonly days: number }) =>
      countRecentHours(reader, of),
    countByHour: (surveyId: number, filter?: TallyFilter) => countByHour(reader, surveyId, filter),
  };
}
