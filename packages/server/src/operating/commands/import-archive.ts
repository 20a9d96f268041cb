import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  addArchivedAnswers,
  addArchivedSurvey,
  addFile,
  addPicture,
  type ArchivedFile,
  type ArchivedParticipant,
  archiveHeadPath,
  type ArchiveOwner,
  type CheckedSurvey,
  FileProblem,
  mapPictures,
  mostPictures,
  readArchive,
  SurveyTooLargeError,
} from "@survey-open-platform/surveys";
import { makeSurveyPicture, type MadeSurveyPicture } from "../../model/survey-picture.ts";
import { recordAudit } from "../../store/audit/audit-log-table.ts";
import type { StoreQueries } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
import { addArchivedParticipants } from "../../store/surveys/archived-participants.ts";
import { addArchivedPrivacy } from "../../store/surveys/survey-privacy-table.ts";
import type { UploadFolder } from "../../store/surveys/upload-folder.ts";
import { operatorOf } from "./operator.ts";

/** Whom the surveys will belong to, and where their files go. */
export interface ArchiveImport {
  readonly owner: ArchiveOwner;
  /** Undefined where no files are kept. */
  readonly uploads: UploadFolder | undefined;
}

/** Whether a file is what `sop export` writes: that follows from its first part, whatever its name. */
export async function isArchive(file: string): Promise<boolean> {
  const handle = await open(file, "r").catch(() => undefined);
  if (handle === undefined) return false;
  try {
    // The name of the first part follows after 30 bytes (APPNOTE.TXT, section 4.3.7).
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(38), 0, 38, 0);
    return bytesRead === 38 && buffer.toString("latin1", 30) === archiveHeadPath;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

/**
 * Takes in every survey of an archive, or none: all of it is one transaction.
 *
 * @returns the ids of the surveys, or what is wrong with the file
 */
export async function importArchive(
  store: Store,
  file: string,
  how: ArchiveImport,
): Promise<readonly number[] | { readonly problem: string }> {
  const placed: string[] = [];
  try {
    return await store.write((transaction) =>
      addAll(transaction, createReadStream(file), { ...how, store, placed }),
    );
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
  { owner, uploads, store, placed }: Adding,
): Promise<readonly number[]> {
  const surveys: number[] = [];
  let files = new Map<string, ArchivedFile>();
  let participantKeys: string[] = [];
  let pictures = new Map<string, MadeSurveyPicture>();
  for await (const item of readArchive(content)) {
    if (item.kind === "picture") await keepPicture(pictures, item);
    else if (item.kind === "survey") {
      files = new Map();
      participantKeys = [];
      surveys.push(await addSurvey(transaction, item.survey, { owner, store, pictures }));
      pictures = new Map();
    } else if (item.kind === "participants" || item.kind === "answers") {
      const surveyId = surveys.at(-1);
      if (surveyId === undefined) throw new FileProblem(`has ${item.kind} without a survey`);
      if (item.kind === "answers")
        await addArchivedAnswers(transaction, surveyId, item.answers, { files, participantKeys });
      else participantKeys.push(...(await addParticipants(transaction, surveyId, { owner, ...item })));
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
  { owner, participants }: Pick<Adding, "owner"> & { readonly participants: readonly ArchivedParticipant[] },
): Promise<readonly string[]> {
  const added = await addArchivedParticipants(transaction, {
    surveyId,
    participants,
    teamId: owner.ownerId,
    actor: operatorOf("import"),
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
  { owner, store, pictures }: Pick<Adding, "owner" | "store"> & { readonly pictures: Pictures },
): Promise<number> {
  const id = await addArchivedSurvey(transaction, withPictures(survey, pictures), owner, store.outbox);
  if (survey.privacy !== undefined) await addArchivedPrivacy(transaction, id, survey.privacy);
  for (const picture of pictures.values())
    await addPicture(transaction, { surveyId: id, id: picture.id, content: picture.content });
  await recordAudit(transaction, {
    actor: operatorOf("import"),
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
