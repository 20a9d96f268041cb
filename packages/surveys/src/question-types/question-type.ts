import type { z } from "zod";

/** What answers to a question are: how they are tested, counted and exported follows from it. */
export type AnswerKind =
  | "none"
  | "one_option"
  | "options"
  | "ranking"
  | "mark"
  | "text"
  | "moment"
  | "files"
  | "path"
  | "blanks"
  | "row_option"
  | "row_options"
  | "row_marks";

/** The parts of a question that its author writes. */
export interface QuestionNeeds {
  /** Choices, in which there may be blanks; with rows they are the columns. */
  readonly options?: "plain" | "fillable";
  readonly rows?: true;
  readonly blanks?: true;
  /** Levels, and a tree of choices. */
  readonly levels?: true;
  /** A scale, of which the ends are chosen or always the same. */
  readonly marks?: "chosen" | "fixed";
  readonly fileTypes?: true;
}

/** Everything about a type of question but its fields on a page, which are in `question-fields`. */
export interface QuestionTypeDefinition {
  /** How the text form names it. */
  readonly labels: Readonly<Record<"zh-CN" | "en", string>>;
  /** Other common names that the text form knows. `scale` alone is not one: clients send it as text. */
  readonly otherLabels: string;
  readonly needs: QuestionNeeds;
  /** What a new question has from the start. */
  readonly begins?: {
    readonly rows?: string;
    readonly cols?: string;
    readonly starBeginNum?: number;
    readonly starNum?: number;
    readonly file_type_limit?: readonly string[];
    readonly file_size_limit?: number;
  };
  /** Its form in a declarative file. */
  readonly declared: z.ZodType;
  readonly answers: AnswerKind;
  /** Which texts are taken where answers are texts; one line if left out. */
  readonly text?: "line" | "lines" | "phone";
  /** What rules may ask of an answer. */
  readonly tests: readonly ("choice" | "text" | "number" | "count" | "answered")[];
}
