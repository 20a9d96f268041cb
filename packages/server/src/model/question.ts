/**
 * Pages, questions and options in the spelling of the wire.
 *
 * They are stored as JSON text and copied into answers as they stand, so the wire's mixture of
 * camel case and snake case is kept here, in this one file, and never translated.
 */

/** Every question type. The last five names are ours: no public payload shows them. */
export const questionTypes = [
  "radio",
  "checkbox",
  "select",
  "text",
  "textarea",
  "star",
  "nps",
  "matrix_radio",
  "matrix_star",
  "upload",
  "description",
  "sort",
  "matrix_checkbox",
  "blanks",
  "datetime",
  "address",
] as const;

/** The `type` of a question. */
export type QuestionType = (typeof questionTypes)[number];

/** One choice of a question. */
export interface Option {
  /** Like `o-100-ABCD`; unique within its question. */
  readonly id: string;
  readonly text: string;
  /** In a multiple choice: choosing this one rules out the others. */
  readonly exclusive: boolean;
  /** Keeps its place when the options are shuffled. */
  readonly noRandom: boolean;
  /** Id of the question or page to jump to; "" for none. */
  readonly goto: string;
  /** Id of the question shown once this option is chosen; "" for none. */
  readonly display: string;
}

/** One row of a matrix. */
export interface SubTitle {
  /** Like `g-1-ABCD`; unique within its question. */
  readonly id: string;
  readonly text: string;
}

/** One blank of a `blanks` question. */
export interface BlankSetting {
  /** Like `fillblank-ABCD`; the same id names the value in an answer. */
  readonly id: string;
  /** What stands before the blank. */
  readonly text: string;
  readonly validate: string;
  /** What the blank belongs to. */
  readonly type: "question";
  /** Id of the question that the blank belongs to. */
  readonly attach_id: string;
}

/** One question, with every field present whatever its type. */
export interface Question {
  /** Like `q-1-abcd`; unique within the survey. */
  readonly id: string;
  readonly type: QuestionType;
  /** Variant of the type; 0 for the plain one. */
  readonly sub_type: number;
  readonly title: string;
  readonly description: string;
  readonly required: boolean;
  readonly hidden: boolean;
  /** Options are shuffled for each respondent. */
  readonly random: boolean;
  /** Text that is filled in beforehand; "" for none. */
  readonly prefill: string;
  /** Id of the question or page to jump to; "" for none. */
  readonly goto: string;
  /** Id of the question whose options are taken over; "" for none. */
  readonly refer: string;
  readonly blank_setting: readonly BlankSetting[];
  /** Options shown in one row. */
  readonly maxRow: number;
  /** Most choices, or longest text; 0 for no limit of its own. */
  readonly maxlength: number;
  /** Rule that a text must obey; "" for none. */
  readonly validate: string;
  readonly options: readonly Option[];
  /** Rows of a matrix. */
  readonly subTitles: readonly SubTitle[];
  /** Height of a text box in lines, as text; "" where there is none. */
  readonly rows: string;
  /** Width of a text box in characters, as text; "" where there is none. */
  readonly cols: string;
  readonly starShow: string;
  /** Lowest mark of a scale. */
  readonly starBeginNum: number;
  /** Highest mark of a scale, 2 to 10; 0 where there is no scale. */
  readonly starNum: number;
  readonly starType: string;
  readonly starShowCustomStart: string;
  readonly starShowCustomEnd: string;
  /** 1 when the scale runs from high to low, else 0. */
  readonly revertSort: number;
  readonly levels: readonly string[];
  readonly groups: readonly unknown[];
  /** File name endings without dot that an upload takes. */
  readonly file_type_limit: readonly string[];
  /** Largest upload in KB; 0 where there is none. */
  readonly file_size_limit: number;
  /** Position over all pages from 1, descriptions included; answers in a declarative file use it. */
  readonly index: number;
  /** Number among the questions that take an answer, from 1; 0 for a description. */
  readonly real_index: number;
}

/** One page of a survey. */
export interface SurveyPage {
  /** Like `p-1-abcd`. */
  readonly id: string;
  /** Position from 1, as text. */
  readonly index: string;
  readonly questions: readonly Question[];
}
