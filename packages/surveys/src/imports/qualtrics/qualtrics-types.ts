import type { Construct } from "../import-source.ts";
import type { NeutralOption, NeutralPart, NeutralQuestion } from "../neutral-survey.ts";

/** The parts of a question of Qualtrics. */
export interface QualtricsParts {
  readonly choices: readonly NeutralOption[];
  readonly answers: readonly NeutralPart[];
  /** What a text has to be. */
  readonly content: string;
}

interface QualtricsType extends Construct {
  readonly make?: (parts: QualtricsParts) => Omit<NeutralQuestion, "name" | "title">;
}

const one: QualtricsType["make"] = ({ choices }) => ({ type: "radio", options: choices });
const selection: QualtricsType["make"] = ({ choices }) => ({ type: "select", options: choices });
const several: QualtricsType["make"] = ({ choices }) => ({ type: "checkbox", options: choices });
const box: QualtricsType["make"] = () => ({ type: "textarea", fields: { rows: "5", cols: "60" } });
const line: QualtricsType["make"] = ({ content }) => ({ type: content === "ValidPhone" ? "phone" : "text" });

/** By `QuestionType`, `Selector` and, for a matrix, `SubSelector`. */
export const qualtricsTypes: Readonly<Record<string, QualtricsType>> = {
  "MC SAVR": kept("single choice", one),
  "MC SAHR": kept("single choice", one),
  "MC SACOL": kept("single choice", one),
  "MC SB": kept("single choice", one),
  "MC DL": kept("selection from a list", selection),
  "MC MAVR": kept("multiple choice", several),
  "MC MAHR": kept("multiple choice", several),
  "MC MACOL": kept("multiple choice", several),
  "MC MSB": kept("multiple choice", several),
  "MC NPS": kept("net promoter score", () => ({ type: "nps", fields: { starBeginNum: 0, starNum: 10 } })),
  "TE SL": kept("one line of text", line),
  "TE PW": changed("one line of text, which is shown", line),
  "TE ML": kept("several lines of text", box),
  "TE ESTB": kept("several lines of text", box),
  "TE FORM": kept("blanks", ({ choices }) => ({ type: "blanks", blanks: choices })),
  "Matrix Likert SingleAnswer": kept("matrix of single choices", matrix),
  "Matrix Likert MultipleAnswer": kept("matrix of multiple choices", ({ choices, answers }) => ({
    type: "matrix_checkbox",
    rows: choices,
    options: answers,
  })),
  "Matrix Likert DL": changed("matrix of single choices, without lists", matrix),
  "Matrix Likert DND": changed("matrix of single choices, without dragging", matrix),
  "Matrix Bipolar": changed("matrix of single choices, with both ends in the row", matrix),
  "Matrix CS": changed("matrix of numbers; their sum is not checked", ({ choices, answers }) => ({
    type: "matrix_text",
    rows: choices,
    options: answers,
    fields: { validate: "number" },
  })),
  "Matrix TE": kept("matrix of texts or numbers", ({ choices, answers }) => ({
    type: "matrix_text",
    rows: choices,
    options: answers,
  })),
  "Slider HSLIDER": changed("blanks that take numbers", numbers),
  "Slider HBAR": changed("blanks that take numbers", numbers),
  CS: changed("blanks that take numbers; their sum is not checked", numbers),
  "RO DND": kept("ranking", ({ choices }) => ({ type: "sort", options: choices })),
  "RO TB": kept("ranking", ({ choices }) => ({ type: "sort", options: choices })),
  "RO SB": kept("ranking", ({ choices }) => ({ type: "sort", options: choices })),
  "DB TB": kept("description", () => ({ type: "description" })),
  "DB GRB": changed("description without its picture", () => ({ type: "description" })),
  "FileUpload FileUpload": kept("files", () => ({
    type: "upload",
    fields: { file_type_limit: ["jpg", "jpeg", "png", "pdf"], file_size_limit: 5120 },
  })),
  "Matrix Profile": { name: "", outcome: "left out", here: "rows have no choices of their own" },
  "Matrix MaxDiff": { name: "", outcome: "left out", here: "there is no choice of the best and the worst" },
  PGR: { name: "", outcome: "left out", here: "nothing is sorted into groups" },
  DD: { name: "", outcome: "left out", here: "no list depends on another one" },
  Timing: { name: "", outcome: "left out", here: "the time of a page is not measured" },
  Meta: { name: "", outcome: "left out", here: "browsers are not asked" },
  Captcha: { name: "", outcome: "left out", here: "the platform has its own" },
};

function kept(here: string, make: QualtricsType["make"] & {}): QualtricsType {
  return { name: "", outcome: "kept", here, make };
}

function changed(here: string, make: QualtricsType["make"] & {}): QualtricsType {
  return { name: "", outcome: "changed", here, make };
}

function matrix({ choices, answers }: QualtricsParts): Omit<NeutralQuestion, "name" | "title"> {
  return { type: "matrix_radio", rows: choices, options: answers };
}

function numbers({ choices }: QualtricsParts): Omit<NeutralQuestion, "name" | "title"> {
  return { type: "blanks", blanks: choices.map((choice) => ({ ...choice, isNumber: true })) };
}
