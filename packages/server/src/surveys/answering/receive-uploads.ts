import {
  type AnswerProblem,
  type AnswerValues,
  cleanFileName,
  endingOf,
  endingsMeant,
  fileReference,
  fileSizeLimit,
  isContentOf,
  keptFileText,
  listIn,
  mostFiles,
  newFilesField,
  pageHolding,
  type Question,
  type SurveyDefinition,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import { PageError } from "../../pages/page-error.ts";
import type { ArrivingFile } from "../../session/read-multipart.ts";
import type { Store } from "../../store/store.ts";
import { deleteUploads } from "../../store/surveys/sweep-uploads.ts";
import type { UploadFolder } from "../../store/surveys/upload-folder.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";

const bytesPerKilobyte = 1024;
const bytesPerMegabyte = 1024 * 1024;

/** What is read of files that are too large, so that the page can say so. */
const toleratedBytes = 32 * bytesPerMegabyte;

/** How many bytes files may have together. */
export interface FileRoom {
  readonly all: number;
  /** Those that are in no answer yet. */
  readonly unsent: number;
  readonly ofSurvey: number;
  readonly ofOwner: number;
}

/** How files share a room: no owner can use up all of it, and no survey all of its owner's. */
export function fileRoom(all: number): FileRoom {
  return { all, unsent: all / 10, ofSurvey: all / 4, ofOwner: all / 2 };
}

export interface UploadDependencies {
  readonly store: Store;
  readonly folder: UploadFolder;
  readonly room: FileRoom;
}

/** Where files of a form come from and go to. */
export interface UploadSource extends UploadDependencies {
  readonly survey: Pick<SurveyToAnswer, "id" | "ownerId">;
  /** Counts bytes that arrive against what their address may store. @throws `PageError` `too_many_requests` */
  readonly count: (bytes: number) => Promise<void>;
}

/**
 * The files of one form: those that the respondent keeps of earlier forms, and those that come with this one. A file that is
 * taken belongs to nothing until the form is kept.
 */
export class FormUploads {
  readonly #source: UploadSource;
  readonly #before: AnswerValues;
  /** More of them come while the form is read. */
  readonly #fields: URLSearchParams;
  readonly #questions: readonly Question[];
  /** By question. */
  readonly #received = new Map<string, readonly string[]>();
  /** What is wrong with files, by question. */
  readonly problems = new Map<string, AnswerProblem>();

  /** @param fields at least those in front of the files */
  constructor(
    source: UploadSource,
    { definition, values }: { readonly definition: SurveyDefinition; readonly values: AnswerValues },
    fields: URLSearchParams,
  ) {
    this.#source = source;
    this.#before = values;
    this.#fields = fields;
    this.#questions = uploadsShown(definition.pages, fields);
  }

  /** How many bytes all files may have that the form can bring. */
  get mostBytes(): number {
    const limits = this.#questions.map((question) => mostFiles * bytesOf(question));
    return limits.reduce((sum, bytes) => sum + bytes, toleratedBytes);
  }

  /** Receives a file, or records what is wrong with it. */
  async receive(file: ArrivingFile): Promise<void> {
    const question = this.#questions.find((one) => newFilesField(one) === file.field);
    if (question === undefined) return;
    const name = cleanFileName(file.name);
    const outcome = await this.#check(question, { ...file, name });
    if (typeof outcome === "string")
      this.#received.set(question.id, [...(this.#received.get(question.id) ?? []), outcome]);
    else if (!this.problems.has(question.id)) this.problems.set(question.id, { part: name, ...outcome });
  }

  /** Puts the files into the fields of the form, in place of anything that it says itself. */
  writeToFields(): void {
    for (const { id } of this.#questions) {
      const files = this.#filesOf(id);
      this.#fields.delete(id);
      for (const file of files) this.#fields.append(id, file);
    }
  }

  /** Those that this respondent sent before and still wants, and new ones. No others can be named. */
  #filesOf(questionId: string): readonly string[] {
    const named = new Set(this.#fields.getAll(questionId));
    const before = listIn(this.#before[questionId] ?? "");
    const kept = before.filter((file) => named.has(file) && fileReference(file).id !== undefined);
    return [...kept, ...(this.#received.get(questionId) ?? [])];
  }

  async #check(question: Question, file: ArrivingFile): Promise<string | AnswerProblem> {
    if (this.#filesOf(question.id).length >= mostFiles) return { code: "file_count", limit: mostFiles };
    const { file_type_limit: endings } = question;
    if (endings.length > 0 && !endingsMeant(endings).includes(endingOf(file.name)))
      return { code: "file_type" };
    try {
      return await this.#store(question, file);
    } catch (error) {
      // The form was not read to its end; whatever is thrown for that says more.
      if (file.signal.aborted) throw error;
      return { code: error instanceof PageError ? "file_flood" : "file_not_stored" };
    }
  }

  async #store(question: Question, { name, content, signal }: ArrivingFile): Promise<string | AnswerProblem> {
    const { store, folder, count, survey } = this.#source;
    const mostBytes = bytesOf(question);
    const of = { surveyId: survey.id, ownerId: survey.ownerId };
    if (!(await hasRoom(this.#source, of, mostBytes))) return { code: "file_not_stored" };
    const received = await folder.receive(content, { mostBytes, count, signal });
    if (received === undefined) return { code: "file_size", limit: fileSizeLimit(question) };
    const { id, bytes, head } = received;
    const problem = contentProblem(name, head) ?? (await this.#makeRoom(bytes));
    if (problem !== undefined) {
      await folder.discard(id);
      return problem;
    }
    await store.surveys.addFile({ id, name, bytes });
    await folder.place(id);
    return keptFileText({ id, name });
  }

  /** Files that are in no answer have a room of their own, in which the oldest make room for new ones: they need not be wanted any more. */
  async #makeRoom(bytes: number): Promise<AnswerProblem | undefined> {
    const { store, folder, room } = this.#source;
    if (bytes > room.unsent) return { code: "file_not_stored" };
    const abandoned = await store.surveys.abandonOldestFiles(room.unsent - bytes);
    await deleteUploads(store, folder, abandoned);
    return undefined;
  }
}

/** Whether the platform, the survey and its owner have room for files of this size. */
export async function hasRoom(
  { store, room }: Pick<UploadDependencies, "store" | "room">,
  of: { readonly surveyId: number; readonly ownerId: number },
  bytes: number,
): Promise<boolean> {
  const use = await store.surveys.countFileBytes(of);
  return (["all", "ofSurvey", "ofOwner"] as const).every((one) => use[one] + bytes <= room[one]);
}

/** The questions for files that a form has. */
function uploadsShown(pages: readonly SurveyPage[], fields: URLSearchParams): readonly Question[] {
  const shown = new Set((fields.get("shown") ?? "").split(" "));
  const page = pageHolding(pages, fields.get("page") ?? "");
  return (page?.questions ?? []).filter(({ id, type }) => type === "upload" && shown.has(id));
}

function bytesOf(question: Question): number {
  return fileSizeLimit(question) * bytesPerKilobyte;
}

function contentProblem(name: string, head: Buffer): AnswerProblem | undefined {
  if (head.length === 0) return { code: "file_empty" };
  return isContentOf(endingOf(name), head) ? undefined : { code: "file_content" };
}
