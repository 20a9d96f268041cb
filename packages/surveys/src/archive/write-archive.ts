import { zipStream, type ZipEntry } from "../exports/zip-stream.ts";
import { keptFilesIn } from "../model/file-reference.ts";
import { picturesOf } from "../model/survey-pictures.ts";
import { answerBatches } from "../results/answer-batches.ts";
import { parseCustomArguments, parseValues } from "../store/answer-draft-table.ts";
import type { StoredAnswer } from "../store/answer-table.ts";
import type { SurveyStore } from "../store/survey-store.ts";
import {
  archiveFormat,
  archiveHeadPath,
  type ArchivedAnswer,
  type ArchivedParticipant,
  type ArchivedPrivacy,
} from "./archive-form.ts";
import type { CheckedSurvey } from "./read-archive.ts";

/** Where archives take surveys from. */
export interface ArchiveSource {
  readonly surveys: Pick<
    SurveyStore,
    | "findDraft"
    | "definitionsOf"
    | "versionsOf"
    | "findSettings"
    | "newestSerial"
    | "listAnswers"
    | "pictureOf"
  >;
  /** The content of a file of an answer; undefined where it is not there any more. */
  readonly openFile: (id: string) => Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Whether surveys come without the hashes of their passwords. */
  readonly leavesOutPasswords: boolean;
  readonly privacyOf: (surveyId: number) => Promise<ArchivedPrivacy | undefined>;
  /** The participants of a survey, some at a time; undefined to leave all of them out. */
  readonly participantsOf?: (surveyId: number) => AsyncIterable<readonly ParticipantToArchive[]>;
}

/** A participant with the key of their answer. */
export interface ParticipantToArchive {
  readonly onceKey: string;
  readonly participant: ArchivedParticipant;
}

/**
 * Writes surveys whole, with their settings, versions, answers and files, into one file. Answers that come meanwhile are left out.
 *
 * @throws ExportTooLargeError past 4 GB
 */
export function writeArchive(
  source: ArchiveSource,
  surveyIds: readonly number[],
): AsyncGenerator<Uint8Array> {
  return zipStream(entriesOf(source, surveyIds));
}

async function* entriesOf(source: ArchiveSource, surveyIds: readonly number[]): AsyncGenerator<ZipEntry> {
  yield jsonEntry(archiveHeadPath, { ...archiveFormat, surveys: surveyIds });
  for (const surveyId of surveyIds) yield* surveyEntries(source, surveyId);
}

function jsonEntry(path: string, value: object): ZipEntry {
  return { path, chunks: [JSON.stringify(value)] };
}

/** Pictures and files come before what names them: they get other names where they arrive. */
async function* surveyEntries(source: ArchiveSource, surveyId: number): AsyncGenerator<ZipEntry> {
  const survey = await archivedSurvey(source, surveyId);
  if (survey === undefined) return;
  const folder = `surveys/${surveyId}`;
  const definitions = [survey.draft, ...survey.versions.map(({ definition }) => definition)];
  for (const id of new Set(definitions.flatMap(picturesOf).map((picture) => picture.id))) {
    const content = await source.surveys.pictureOf(surveyId, id);
    if (content !== undefined) yield { path: `${folder}/pictures/${id}`, chunks: [content] };
  }
  yield jsonEntry(`${folder}/survey.json`, survey);
  const linesByKey = new Map<string, number>();
  if (source.participantsOf !== undefined)
    yield {
      path: `${folder}/participants.jsonl`,
      chunks: participantLines(source.participantsOf(surveyId), linesByKey),
    };
  const range = { surveyId, after: 0, upTo: survey.serial };
  for await (const batch of answerBatches(source.surveys, range)) {
    for (const id of batch.flatMap(({ valuesText }) => keptFilesIn(parseValues(valuesText)))) {
      const content = await source.openFile(id);
      if (content !== undefined) yield { path: `${folder}/files/${id}`, chunks: content };
    }
  }
  yield { path: `${folder}/answers.jsonl`, chunks: answerLines(source, range, linesByKey) };
}

async function archivedSurvey(
  { surveys, privacyOf, leavesOutPasswords }: ArchiveSource,
  surveyId: number,
): Promise<CheckedSurvey | undefined> {
  const serial = await surveys.newestSerial(surveyId);
  const settings = await surveys.findSettings(surveyId);
  const draft = await surveys.findDraft(surveyId);
  if (settings === undefined || draft === undefined) return undefined;
  const published = new Map(
    (await surveys.versionsOf(surveyId)).map(({ version, publishedAt }) => [version, publishedAt]),
  );
  const versions = (await surveys.definitionsOf(surveyId)).map(({ version, definition }) => ({
    version,
    publishedAt: published.get(version) ?? 0,
    definition,
  }));
  const { customArguments, embedOrigins } = settings;
  const passwordHash = leavesOutPasswords ? "" : settings.passwordHash;
  const privacy = await privacyOf(surveyId);
  return {
    ...(privacy && { privacy }),
    settings: {
      ...settings,
      passwordHash,
      customArguments: [...customArguments],
      embedOrigins: [...embedOrigins],
    },
    draft: draft.definition,
    versions,
    serial,
  };
}

/** @param linesByKey gets the line of each participant, from 1, by the key of their answer */
async function* participantLines(
  participants: AsyncIterable<readonly ParticipantToArchive[]>,
  linesByKey: Map<string, number>,
): AsyncGenerator<string> {
  for await (const some of participants) {
    for (const { onceKey } of some) linesByKey.set(onceKey, linesByKey.size + 1);
    yield linesOf(some.map(({ participant }) => participant));
  }
}

async function* answerLines(
  { surveys }: ArchiveSource,
  range: Parameters<typeof answerBatches>[1],
  linesByKey: ReadonlyMap<string, number>,
): AsyncGenerator<string> {
  for await (const batch of answerBatches(surveys, range))
    yield linesOf(batch.map((answer) => archivedAnswer(answer, linesByKey.get(answer.onceKey ?? ""))));
}

function linesOf(values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join("");
}

/** Neither the address nor the account of the respondent: the one expires, the other is of this installation. */
function archivedAnswer(answer: StoredAnswer, participant: number | undefined): ArchivedAnswer {
  const { answerId, version, hash, startedAt, endedAt, changedAt, channel, ua, referrer, language } = answer;
  return {
    answerId,
    version,
    hash,
    startedAt,
    endedAt,
    changedAt,
    channel,
    ua,
    referrer,
    language,
    consentVersion: answer.consentVersion,
    ...(participant !== undefined && { participant }),
    openid: answer.respondentOpenid,
    nickname: answer.respondentNickname,
    customArguments: { ...parseCustomArguments(answer.argumentsText) },
    // What is stored has the form that is read.
    values: parseValues(answer.valuesText) as ArchivedAnswer["values"],
  };
}
