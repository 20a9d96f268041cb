import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import {
  addArchivedAnswers,
  addArchivedSurvey,
  addFile,
  type ArchivedFile,
  archiveHeadPath,
  type ArchiveOwner,
  FileProblem,
  readArchive,
  SurveyTooLargeError,
} from "@survey-open-platform/surveys";
import { recordAudit } from "../../store/audit/audit-log-table.ts";
import type { StoreQueries } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
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
  for await (const item of readArchive(content)) {
    if (item.kind === "survey") {
      files = new Map();
      surveys.push(await addSurvey(transaction, item.survey, { owner, store }));
    } else if (item.kind === "answers") {
      const surveyId = surveys.at(-1);
      if (surveyId === undefined) throw new FileProblem("has answers without a survey");
      await addArchivedAnswers(transaction, surveyId, item.answers, files);
    } else if (uploads !== undefined) {
      const file = await placeFile(uploads, item.content);
      placed.push(file.id);
      await addFile(transaction, { ...file, name: "" });
      files.set(item.id, file);
    }
  }
  return surveys;
}

async function addSurvey(
  transaction: StoreQueries,
  survey: Parameters<typeof addArchivedSurvey>[1],
  { owner, store }: Pick<Adding, "owner" | "store">,
): Promise<number> {
  const id = await addArchivedSurvey(transaction, survey, owner, store.outbox);
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
