import { Readable } from "node:stream";
import {
  addArchivedAnswers,
  addArchivedSurvey,
  addFile,
  addPicture,
  type ArchivedFile,
  type ArchivedParticipant,
  type ArchiveOwner,
  type CheckedSurvey,
  FileProblem,
  mapPictures,
  mostPictures,
  readArchive,
  SurveyTooLargeError,
} from "@survey-open-platform/surveys";
import { makeSurveyPicture, type MadeSurveyPicture } from "../../model/survey-picture.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import type { Store } from "../store.ts";
import { addArchivedParticipants } from "./archived-participants.ts";
import { addArchivedPrivacy } from "./survey-privacy-table.ts";
import type { UploadFolder } from "./upload-folder.ts";

/** Whom the surveys will belong to, and where their files go. */
export interface ArchiveImport {
  readonly owner: ArchiveOwner;
  /** Undefined where no files are kept. */
  readonly uploads: UploadFolder | undefined;
  readonly actor: Actor;
  /** How many bytes it may become; left out for any number. */
  readonly mostBytes?: number;
  /** Whether the passwords of surveys are kept: who made the file also chose what it costs to check them. */
  readonly keepsPasswords: boolean;
}

/**
 * Takes in every survey of an archive, or none: all of it is one transaction.
 *
 * @param content makes the same bytes each time
 * @returns the ids of the surveys, or what is wrong with the file
 */
export async function importArchive(
  store: Store,
  content: () => AsyncIterable<Uint8Array>,
  how: ArchiveImport,
): Promise<readonly number[] | { readonly problem: string }> {
  const placed: string[] = [];
  try {
    return await store.write((transaction) => addAll(transaction, content(), { ...how, store, placed }));
  } catch (error) {
    for (const id of placed) await how.uploads?.remove(id);
    if (error instanceof FileProblem) return { problem: `This file ${error.message}.` };
    if (error instanceof SurveyTooLargeError) return { problem: error.message };
    throw error;
  }
}

interface Adding extends ArchiveImport {
  readonly store: Store;
  /** Files that have their place already. */
  readonly placed: string[];
}

async function addAll(
  transaction: StoreQueries,
  content: AsyncIterable<Uint8Array>,
  { uploads, mostBytes, placed, ...adding }: Adding,
): Promise<readonly number[]> {
  const surveys: number[] = [];
  let files = new Map<string, ArchivedFile>();
  let participantKeys: string[] = [];
  let pictures = new Map<string, MadeSurveyPicture>();
  for await (const item of readArchive(content, mostBytes)) {
    if (item.kind === "picture") await keepPicture(pictures, item);
    else if (item.kind === "survey") {
      files = new Map();
      participantKeys = [];
      surveys.push(await addSurvey(transaction, item.survey, { ...adding, pictures }));
      pictures = new Map();
    } else if (item.kind === "participants" || item.kind === "answers") {
      const surveyId = surveys.at(-1);
      if (surveyId === undefined) throw new FileProblem(`has ${item.kind} without a survey`);
      if (item.kind === "answers")
        await addArchivedAnswers(transaction, surveyId, item.answers, { files, participantKeys });
      else participantKeys.push(...(await addParticipants(transaction, surveyId, { ...adding, ...item })));
    } else if (uploads !== undefined) {
      const file = await placeFile(uploads, item.content);
      placed.push(file.id);
      await addFile(transaction, { ...file, name: "" });
      files.set(item.id, file);
    }
  }
  return surveys;
}

/** @returns the keys of their answers */
async function addParticipants(
  transaction: StoreQueries,
  surveyId: number,
  {
    owner,
    actor,
    participants,
  }: Pick<Adding, "owner" | "actor"> & { readonly participants: readonly ArchivedParticipant[] },
): Promise<readonly string[]> {
  const added = await addArchivedParticipants(transaction, {
    surveyId,
    participants,
    teamId: owner.ownerId,
    actor,
  });
  if ("problem" in added) throw new FileProblem(added.problem);
  return added.keys;
}

/** By their ids in the archive. */
type Pictures = ReadonlyMap<string, MadeSurveyPicture>;

/** What an archive brings is decoded and written again, as what is uploaded. It gets another id then, that of its content. */
async function keepPicture(
  pictures: Map<string, MadeSurveyPicture>,
  { id, content }: { readonly id: string; readonly content: Uint8Array },
): Promise<void> {
  if (pictures.size >= mostPictures) throw new FileProblem("has a survey with too many pictures");
  const made = await makeSurveyPicture(content, "picture");
  // An installation that cannot read pictures takes the survey without them.
  if (made === "unavailable") return;
  if (typeof made === "string") throw new FileProblem(`has a picture that cannot be read: ${id}`);
  pictures.set(id, made);
}

/** A picture that the archive does not have is left out. */
function withPictures(survey: CheckedSurvey, pictures: Pictures): CheckedSurvey {
  const repicture = (definition: CheckedSurvey["draft"]) =>
    mapPictures(definition, ({ id, alt }) => {
      const made = pictures.get(id);
      return made && { id: made.id, alt, width: made.width, height: made.height };
    });
  return {
    ...survey,
    draft: repicture(survey.draft),
    versions: survey.versions.map((version) => ({ ...version, definition: repicture(version.definition) })),
  };
}

async function addSurvey(
  transaction: StoreQueries,
  survey: CheckedSurvey,
  {
    owner,
    actor,
    store,
    keepsPasswords,
    pictures,
  }: Pick<Adding, "owner" | "actor" | "store" | "keepsPasswords"> & { readonly pictures: Pictures },
): Promise<number> {
  const settings = keepsPasswords ? survey.settings : { ...survey.settings, passwordHash: "" };
  const pictured = { ...withPictures(survey, pictures), settings };
  const id = await addArchivedSurvey(transaction, pictured, owner, store.outbox);
  if (survey.privacy !== undefined) await addArchivedPrivacy(transaction, id, survey.privacy);
  for (const picture of pictures.values())
    await addPicture(transaction, { surveyId: id, id: picture.id, content: picture.content });
  await recordAudit(transaction, {
    actor,
    action: "survey.created",
    target: { kind: "survey", name: String(id) },
  });
  return id;
}

async function placeFile(uploads: UploadFolder, content: Uint8Array): Promise<ArchivedFile> {
  const received = await uploads.receive(Readable.from([Buffer.from(content)]), {
    mostBytes: Infinity,
    count: () => Promise.resolve(),
    signal: AbortSignal.timeout(600_000),
  });
  if (received === undefined) throw new FileProblem("has a file that is too large");
  await uploads.place(received.id);
  return { id: received.id, bytes: received.bytes };
}
