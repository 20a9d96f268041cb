import { Readable } from "node:stream";
import { FileProblem, isArchive, readArchive } from "@survey-open-platform/surveys";
import { PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { surveyAddress } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import { importArchive } from "../../store/surveys/import-archive.ts";
import { hasRoom, type UploadDependencies } from "../answering/receive-uploads.ts";
import { ArchiveLookPage, type ArchivedSurveyLine } from "./archive-look-page.tsx";

const megabyte = 1024 * 1024;

/** An archive that a page can carry, and what it may become; `sop import` takes larger ones. */
const most = { bytes: 4 * megabyte, unpacked: 16 * megabyte } as const;

/** What importing needs. */
export interface ImportDependencies {
  readonly store: Store;
  /** Undefined where no files are kept. */
  readonly files: UploadDependencies | undefined;
}

/**
 * Shows what is in an archive of `sop export`.
 *
 * @returns what is wrong with it otherwise
 */
export async function lookAtArchive(
  { files }: ImportDependencies,
  { language, signedIn }: UserRequest,
  content: Uint8Array,
  { team, ownerId }: { readonly team: string; readonly ownerId: number },
): Promise<Response | { readonly problem: string }> {
  const surveys = await surveysTaken(files, content, ownerId);
  if ("problem" in surveys) return surveys;
  const carried = { archive: Buffer.from(content).toString("base64"), team };
  const page = {
    language,
    path: "/surveys/new?from=file",
    signedIn,
    surveys,
    keepsFiles: files !== undefined,
    carried,
  };
  return renderPage(<ArchiveLookPage {...page} />, { status: 200 });
}

/** The surveys of an archive, or why the page does not take it. */
async function surveysTaken(
  files: UploadDependencies | undefined,
  content: Uint8Array,
  ownerId: number,
): Promise<readonly ArchivedSurveyLine[] | { readonly problem: string }> {
  if (content.byteLength > most.bytes) return { problem: "is larger than 4 MB" };
  try {
    const surveys = await surveysIn(content);
    if (await fits(files, ownerId, surveys)) return surveys;
    return { problem: "has files of answers for which there is no room here" };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message };
    throw error;
  }
}

/** Whether there is room for the files of answers, where any are kept. */
async function fits(
  files: UploadDependencies | undefined,
  ownerId: number,
  surveys: readonly ArchivedSurveyLine[],
): Promise<boolean> {
  const bytes = surveys.reduce((sum, { fileBytes }) => sum + fileBytes, 0);
  return files === undefined || bytes === 0 || hasRoom(files, { surveyId: 0, ownerId }, bytes);
}

async function surveysIn(content: Uint8Array): Promise<readonly ArchivedSurveyLine[]> {
  const surveys: ArchivedSurveyLine[] = [];
  for await (const item of readArchive(Readable.from([content]), most.unpacked)) {
    if (item.kind === "survey") {
      const { draft, versions } = item.survey;
      surveys.push({
        title: draft.title,
        versions: versions.length,
        answers: 0,
        participants: 0,
        fileBytes: 0,
      });
    }
    const last = surveys.pop();
    if (last === undefined) continue;
    const { answers, participants, fileBytes } = last;
    surveys.push({
      ...last,
      answers: answers + (item.kind === "answers" ? item.answers.length : 0),
      participants: participants + (item.kind === "participants" ? item.participants.length : 0),
      fileBytes: fileBytes + (item.kind === "file" ? item.content.byteLength : 0),
    });
  }
  return surveys;
}

/** Makes the surveys of an archive that was looked at. It passed through the browser, so that it is checked as it was. */
export async function createFromArchive(
  { store, files }: ImportDependencies,
  pageRequest: UserRequest,
  { archive, ownerId }: { readonly archive: Uint8Array; readonly ownerId: number },
): Promise<Response> {
  const content = Buffer.from(Buffer.from(archive).toString("latin1"), "base64");
  const taken = isArchive(content) ? await surveysTaken(files, content, ownerId) : { problem: "archive" };
  const made =
    "problem" in taken
      ? taken
      : await importArchive(store, () => Readable.from([content]), {
          owner: { ownerId, creatorUserId: pageRequest.session.user.id },
          actor: actorOf(pageRequest),
          mostBytes: most.unpacked,
          keepsPasswords: false,
          uploads: files?.folder,
        });
  if ("problem" in made) throw new PageError("invalid_argument", { status: 400, detail: "archive" });
  const [first, ...others] = made;
  if (first === undefined || others.length > 0) return redirectTo("/surveys");
  return redirectTo(surveyAddress(first, "/edit?notice=created"));
}
