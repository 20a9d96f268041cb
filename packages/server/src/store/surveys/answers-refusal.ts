/** Why no answer of a table is taken in. */
export type AnswersRefusalCode =
  | "no_survey"
  | "not_published"
  | "no_column"
  | "no_answers"
  | "too_many"
  | "file"
  | "changed";

/** A table none of whose answers is taken in, in the words of operators. */
export class AnswersRefusal extends Error {
  readonly code: AnswersRefusalCode;
  /** What is wrong with the file, as the end of a sentence, and the row that it is at. */
  readonly file: { readonly why: string; readonly row: number } | undefined;

  constructor(code: AnswersRefusalCode, message: string, file?: AnswersRefusal["file"]) {
    super(message);
    this.name = "AnswersRefusal";
    this.code = code;
    this.file = file;
  }
}
