import type { AnswerProblem } from "@survey-open-platform/surveys";
import { PageError } from "../pages/page-error.ts";
import { readAnyForm } from "../session/read-form.ts";
import { readMultipartForm } from "../session/read-multipart.ts";
import type { Visit } from "../session/visit.ts";
import { type AnsweringDependencies, type Filling, fillingOfForm, obstacleOfVisit } from "./filling.ts";
import { limitFiles } from "./limits.ts";
import type { SurveyToAnswer } from "./obstacle.ts";
import { type Respondent, respondentOf } from "./respondent.ts";
import type { FileTaking } from "./file-taking.ts";
import { FilesOfForm } from "./take-files.ts";

/** Longest form of one page without its files, in bytes: percent-encoding makes nine of a Chinese character. */
const formMaximumBytes = 1024 * 1024;

/** A form that was read, and the answer that it belongs to. */
export interface ReadSurveyForm {
  readonly fields: URLSearchParams;
  readonly respondent: Respondent;
  readonly before: Filling;
  /** What is wrong with files, by question. */
  readonly fileProblems: ReadonlyMap<string, AnswerProblem>;
}

const noProblems: ReadSurveyForm["fileProblems"] = new Map();

/** Reads the form of a page of a survey, with its files where the platform takes some. @throws `PageError` */
export async function readSurveyForm(
  dependencies: AnsweringDependencies,
  visit: Visit,
  survey: SurveyToAnswer,
): Promise<ReadSurveyForm> {
  const { files } = dependencies;
  const respondent = await respondentOf(dependencies, visit, survey);
  const type = visit.context.req.header("content-type") ?? "";
  if (files !== undefined && type.startsWith("multipart/form-data;"))
    return new FormWithFiles({ dependencies, visit, survey, files }, respondent).read();
  const fields = await readAnyForm(visit, respondent?.cookie, formMaximumBytes);
  if (respondent === undefined) throw new PageError("csrf", { status: 403 });
  const before = await fillingOfForm(dependencies, survey, respondent, fields.get("ticket") ?? "");
  if (files !== undefined) new FilesOfForm(files, before, fields).writeToFields();
  return { fields, respondent, before, fileProblems: noProblems };
}

interface FormSource {
  readonly dependencies: AnsweringDependencies;
  readonly visit: Visit;
  readonly survey: SurveyToAnswer;
  readonly files: FileTaking;
}

/** Takes the files of a form while it is read, if the survey can be answered. */
class FormWithFiles {
  readonly #source: FormSource;
  readonly #respondent: Respondent | undefined;
  #before: Filling | undefined;
  #files: FilesOfForm | undefined;

  constructor(source: FormSource, respondent: Respondent | undefined) {
    this.#source = source;
    this.#respondent = respondent;
  }

  async read(): Promise<ReadSurveyForm> {
    const { visit } = this.#source;
    const fields = await readMultipartForm(visit, {
      sessionToken: this.#respondent?.cookie,
      fieldsMaximumBytes: formMaximumBytes,
      filesMaximumBytes: (given) => this.#begin(given),
      receive: async (file) => {
        await limitFiles(this.#source.dependencies.store, visit.address);
        await this.#files?.take(file);
      },
    });
    const respondent = this.#known();
    const before = this.#before ?? (await this.#fillingOf(fields));
    const files = this.#files ?? new FilesOfForm(this.#source.files, before, fields);
    files.writeToFields();
    return { fields, respondent, before, fileProblems: files.problems };
  }

  /** Nothing is taken of someone who cannot answer the survey now. */
  async #begin(fields: URLSearchParams): Promise<number> {
    const { dependencies, survey } = this.#source;
    const before = await this.#fillingOf(fields);
    this.#before = before;
    const files = new FilesOfForm(this.#source.files, before, fields);
    const respondent = this.#known();
    const obstacle = await obstacleOfVisit(dependencies, { survey, respondent, filling: before });
    if (obstacle === undefined) this.#files = files;
    return files.mostBytes;
  }

  #fillingOf(fields: URLSearchParams): Promise<Filling> {
    const { dependencies, survey } = this.#source;
    return fillingOfForm(dependencies, survey, this.#known(), fields.get("ticket") ?? "");
  }

  #known(): Respondent {
    if (this.#respondent === undefined) throw new PageError("csrf", { status: 403 });
    return this.#respondent;
  }
}
