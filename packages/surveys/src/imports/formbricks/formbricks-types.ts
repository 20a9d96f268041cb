import type { Question } from "../../model/question.ts";
import type { Construct } from "../import-source.ts";
import type { NeutralOption, NeutralPart, NeutralQuestion } from "../neutral-survey.ts";
import { scaleOfMarks } from "../scale-of-marks.ts";

/** What a question of Formbricks asks for. */
export interface FormbricksParts {
  readonly choices: readonly NeutralOption[];
  readonly rows: readonly NeutralPart[];
  readonly columns: readonly NeutralPart[];
  /** Fields of an address or of contact data that are shown. */
  readonly shownFields: readonly NeutralPart[];
  readonly inputType: string;
  readonly isLong: boolean;
  readonly range: number;
  readonly labels: readonly [string, string];
  /** What is consented to. */
  readonly label: string;
  readonly endings: readonly string[];
  readonly allowsSeveral: boolean;
}

type Made = Pick<NeutralQuestion, "type" | "fields" | "options" | "rows" | "blanks">;

interface FormbricksType extends Construct {
  readonly make?: (parts: FormbricksParts) => Made;
}

const scale = ({ range, labels: [lowLabel, highLabel] }: FormbricksParts) =>
  scaleOfMarks({ lowest: 1, highest: range, lowLabel, highLabel });
const shownFields = ({ shownFields: blanks }: FormbricksParts): Made => ({ type: "blanks", blanks });

/** By the `type` of a question or element. */
export const formbricksTypes: Readonly<Record<string, FormbricksType>> = {
  openText: kept("one or several lines of text, number, mail address or phone number", text),
  multipleChoiceSingle: kept("single choice, with “other” as a blank", ({ choices }) => ({
    type: "radio",
    options: choices,
  })),
  multipleChoiceMulti: kept("multiple choice, with “other” as a blank", ({ choices }) => ({
    type: "checkbox",
    options: choices,
  })),
  pictureSelection: changed(
    "single or multiple choice without its pictures",
    ({ choices, allowsSeveral }) => ({
      type: allowsSeveral ? "checkbox" : "radio",
      options: choices,
    }),
  ),
  nps: kept("net promoter score", ({ labels: [low, high] }) => ({
    type: "nps",
    fields: {
      starBeginNum: 0,
      starNum: 10,
      starShowCustomStart: low.slice(0, 100).toWellFormed(),
      starShowCustomEnd: high.slice(0, 100).toWellFormed(),
    },
  })),
  rating: kept("scale", scale),
  csat: kept("scale", scale),
  ces: kept("scale", scale),
  ranking: kept("ranking", ({ choices }) => ({ type: "sort", options: choices })),
  matrix: kept("matrix of single choices", ({ rows, columns }) => ({
    type: "matrix_radio",
    rows,
    options: columns,
  })),
  consent: changed("multiple choice with one option", ({ label }) => ({
    type: "checkbox",
    options: [{ code: "accepted", text: label || "OK" }],
  })),
  date: kept("date and time", () => ({ type: "datetime" })),
  fileUpload: kept("files", ({ endings }) => ({
    type: "upload",
    fields: {
      file_type_limit: endings.length > 0 ? endings : ["jpg", "jpeg", "png", "pdf"],
      file_size_limit: 10_240,
    },
  })),
  address: kept("blanks, of what is shown", shownFields),
  contactInfo: kept("blanks, of what is shown", shownFields),
  cta: changed("description, without its button", () => ({ type: "description" })),
  cal: { name: "", outcome: "left out", here: "no appointments are made here" },
};

function kept(here: string, make: NonNullable<FormbricksType["make"]>): FormbricksType {
  return { name: "", outcome: "kept", here, make };
}

function changed(here: string, make: NonNullable<FormbricksType["make"]>): FormbricksType {
  return { name: "", outcome: "changed", here, make };
}

function text({ inputType, isLong }: FormbricksParts): Made {
  if (inputType === "phone") return { type: "phone" };
  if (isLong) return { type: "textarea", fields: { rows: "4", cols: "60" } };
  const validate: Question["validate"] = inputType === "number" || inputType === "email" ? inputType : "";
  return { type: "text", fields: { validate } };
}
