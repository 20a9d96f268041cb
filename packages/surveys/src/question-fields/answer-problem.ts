/** What can be wrong with an answer to a question. */
export type AnswerProblemCode =
  | "required"
  | "part_required"
  | "not_an_answer"
  | "unknown_option"
  | "one_option"
  | "too_few"
  | "too_many"
  | "exclusive"
  | "same_rank"
  | "rank_all"
  | "too_long"
  | "one_line"
  | "not_text"
  | "control"
  | "invisible"
  | "number"
  | "email"
  | "phone"
  | "moment"
  | "mark"
  | "path"
  | "file_count"
  | "file_type"
  | "file_content"
  | "file_size"
  | "file_empty"
  | "file_not_stored"
  | "file_flood"
  | "file_gone";

/** Something wrong with an answer, without its wording. */
export interface AnswerProblem {
  readonly code: AnswerProblemCode;
  /** The text of the row, blank or option that it is about, or the name of a file. */
  readonly part?: string;
  /** The number that was not kept to. */
  readonly limit?: number;
  /** The lowest number, where there are two. */
  readonly from?: number;
}
