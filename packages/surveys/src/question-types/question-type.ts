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
  | "row_marks"
  | "row_texts";

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

/** The fields that a page shows for a question; types may share them. `question-fields` has each. */
export type FieldKind =
  | "radio"
  | "checkbox"
  | "select"
  | "text"
  | "textarea"
  | "star"
  | "matrix_radio"
  | "matrix_star"
  | "upload"
  | "description"
  | "sort"
  | "matrix_checkbox"
  | "blanks"
  | "datetime"
  | "address"
  | "chained_selects"
  | "phone"
  | "matrix_text";

/** A small drawing that stands for a type of question; pages draw it. */
export type QuestionIcon =
  | "radio"
  | "ticks"
  | "menu"
  | "line"
  | "lines"
  | "blanks"
  | "star"
  | "scale"
  | "table"
  | "ranking"
  | "calendar"
  | "place"
  | "phone"
  | "tree"
  | "file"
  | "paragraph";

/** Everything about a type of question. */
export interface QuestionTypeDefinition {
  /** How pages name it. */
  readonly names: Readonly<Record<"zh-CN" | "en", string>>;
  /** What it is for, in one sentence for authors. */
  readonly purposes: Readonly<Record<"zh-CN" | "en", string>>;
  /** The picture beside its name. */
  readonly icon: QuestionIcon;
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
  readonly fields: FieldKind;
  readonly answers: AnswerKind;
  /** Which texts are taken where answers are texts; one line if left out. */
  readonly text?: "line" | "lines" | "phone";
  /** What rules may ask of an answer. */
  readonly tests: readonly ("choice" | "text" | "number" | "count" | "answered")[];
}
