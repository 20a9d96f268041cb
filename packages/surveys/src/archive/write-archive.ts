import { zipStream, type ZipEntry } from "../exports/zip-stream.ts";
import { keptFilesIn } from "../model/file-reference.ts";
import { picturesOf } from "../model/survey-pictures.ts";
import { answerBatches } from "../results/answer-batches.ts";
import { parseCustomArguments, parseValues } from "../store/answer-draft-table.ts";
import type { StoredAnswer } from "../store/answer-table.ts";
import type { SurveyStore } from "../store/survey-store.ts";
import { archiveFormat, archiveHeadPath, type ArchivedAnswer } from "./archive-form.ts";
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
  const range = { surveyId, after: 0, upTo: survey.serial };
  for await (const batch of answerBatches(source.surveys, range)) {
    for (const id of batch.flatMap(({ valuesText }) => keptFilesIn(parseValues(valuesText)))) {
      const content = await source.openFile(id);
      if (content !== undefined) yield { path: `${folder}/files/${id}`, chunks: content };
    }
  }
  yield { path: `${folder}/answers.jsonl`, chunks: answerLines(source, range) };
}

async function archivedSurvey(
  { surveys }: ArchiveSource,
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
  return {
    settings: { ...settings, customArguments: [...customArguments], embedOrigins: [...embedOrigins] },
    draft: draft.definition,
    versions,
    serial,
  };
}

async function* answerLines(
  { surveys }: ArchiveSource,
  range: Parameters<typeof answerBatches>[1],
): AsyncGenerator<string> {
  for await (const batch of answerBatches(surveys, range))
    yield batch.map((answer) => `${JSON.stringify(archivedAnswer(answer))}\n`).join("");
}

/** Neither the address nor the account of the respondent: the one expires, the other is of this installation. */
function archivedAnswer(answer: StoredAnswer): ArchivedAnswer {
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
    openid: answer.respondentOpenid,
    nickname: answer.respondentNickname,
    customArguments: { ...parseCustomArguments(answer.argumentsText) },
    // What is stored has the form that is read.
    values: parseValues(answer.valuesText) as ArchivedAnswer["values"],
  };
}
