import type { AnswerProblem } from "@survey-open-platform/surveys";
import { readUnprovenForm } from "../../session/read-form.ts";
import { type MultipartFields, readMultipartForm } from "../../session/read-multipart.ts";
import type { PageRequest } from "../../session/page-request.ts";
import {
  type AnsweringDependencies,
  type FormProgress,
  progressOfForm,
  startLostAnswer,
  closedReasonOfRequest,
} from "./form-progress.ts";
import { limitFiles, limitStored } from "./limits.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { refuseChanged } from "./refuse-changed.ts";
import { type Respondent, ensureRespondent } from "./respondent.ts";
import { FormUploads, type UploadDependencies, type UploadSource } from "./receive-uploads.ts";

/** Longest form of one page without its files, in bytes: percent-encoding makes nine of a Chinese character. */
export const surveyFormMaximumBytes = 1024 * 1024;

/** A form that was read, and the answer that it belongs to. */
export interface ReadSurveyForm {
  readonly fields: URLSearchParams;
  readonly respondent: Respondent;
  readonly before: FormProgress;
  /** What is wrong with files, by question. */
  readonly fileProblems: ReadonlyMap<string, AnswerProblem>;
}

const noProblems: ReadSurveyForm["fileProblems"] = new Map();

/** Reads the form of a page of a survey, with its files where the platform takes some. @throws `PageError` */
export async function readSurveyForm(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
  survey: SurveyToAnswer,
): Promise<ReadSurveyForm> {
  const source = {
    dependencies,
    pageRequest,
    survey,
    respondent: await ensureRespondent(dependencies, pageRequest, survey),
  };
  const type = pageRequest.context.req.header("content-type") ?? "";
  const files = dependencies.files && uploadSource(source, dependencies.files);
  if (files !== undefined && type.startsWith("multipart/form-data;"))
    return new FormWithFiles(source, files).read();
  const { respondent } = source;
  const form = await readUnprovenForm(pageRequest, respondent.cookie, surveyFormMaximumBytes);
  await refuseChanged(dependencies, pageRequest, survey, respondent);
  const before = await progressFor(source, form);
  if (files !== undefined) new FormUploads(files, before, form.fields).writeToFields();
  return { fields: form.fields, respondent, before, fileProblems: noProblems };
}

function uploadSource(
  { dependencies, pageRequest, survey }: FormSource,
  uploads: UploadDependencies,
): UploadSource {
  const { store, storedOfAddress: limit } = dependencies;
  const { address } = pageRequest;
  return { ...uploads, survey, count: (bytes) => limitStored(store, { address, limit }, bytes) };
}

interface FormSource {
  readonly dependencies: AnsweringDependencies;
  readonly pageRequest: PageRequest;
  readonly survey: SurveyToAnswer;
  readonly respondent: Respondent;
}

/** A form that is not the browser's own shows what it says itself, and nothing that is stored. */
function progressFor(
  { dependencies, survey, respondent }: FormSource,
  { fields, isProven }: MultipartFields,
): Promise<FormProgress> {
  return isProven
    ? progressOfForm(dependencies, survey, respondent, fields.get("ticket") ?? "")
    : startLostAnswer(dependencies, survey, "unproven");
}

/** Takes the files of a form while it is read, if the survey can be answered. */
class FormWithFiles {
  readonly #source: FormSource;
  readonly #uploads: UploadSource;
  #before: FormProgress | undefined;
  #files: FormUploads | undefined;

  constructor(source: FormSource, uploads: UploadSource) {
    this.#source = source;
    this.#uploads = uploads;
  }

  async read(): Promise<ReadSurveyForm> {
    const { dependencies, pageRequest, respondent } = this.#source;
    const form = await readMultipartForm(pageRequest, {
      sessionToken: respondent.cookie,
      fieldsMaximumBytes: surveyFormMaximumBytes,
      filesMaximumBytes: (given) => this.#begin(given),
      receive: async (file) => {
        await limitFiles(dependencies.store, pageRequest.address);
        await this.#files?.receive(file);
      },
    });
    await refuseChanged(dependencies, pageRequest, this.#source.survey, respondent);
    const { fields } = form;
    const before = this.#before ?? (await progressFor(this.#source, form));
    const files = this.#files ?? new FormUploads(this.#uploads, before, fields);
    files.writeToFields();
    return { fields, respondent, before, fileProblems: files.problems };
  }

  /** Nothing is taken of someone who cannot answer the survey now, and nothing for a form that is shown again. */
  async #begin(form: MultipartFields): Promise<number> {
    const { dependencies, survey, respondent } = this.#source;
    const before = await progressFor(this.#source, form);
    this.#before = before;
    const files = new FormUploads(this.#uploads, before, form.fields);
    const reason = await closedReasonOfRequest(dependencies, { survey, respondent, progress: before });
    if (reason === undefined && before.lost === undefined) this.#files = files;
    return files.mostBytes;
  }
}
