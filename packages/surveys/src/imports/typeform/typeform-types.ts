import type { Question } from "../../model/question.ts";
import type { Construct } from "../import-source.ts";
import type { NeutralOption, NeutralQuestion } from "../neutral-survey.ts";
import { scaleOfMarks } from "../scale-of-marks.ts";

/** What a field of Typeform asks for. */
export interface TypeformParts {
  readonly choices: readonly NeutralOption[];
  readonly hasSeveral: boolean;
  readonly steps: number;
  readonly startsAtOne: boolean;
  readonly labels: readonly [string, string];
  /** Of "yes" and "no", and of what is accepted or not. */
  readonly language: "en" | "zh-CN";
}

type Made = Pick<NeutralQuestion, "type" | "fields" | "options">;

interface TypeformType extends Construct {
  /** Undefined where there is no counterpart, and for fields that hold others. */
  readonly make?: (parts: TypeformParts) => Made;
}

const choice = ({ choices, hasSeveral }: TypeformParts): Made => ({
  type: hasSeveral ? "checkbox" : "radio",
  options: choices,
});
const line =
  (validate: Question["validate"] = "") =>
  (): Made => ({ type: "text", fields: { validate } });
const words = {
  en: { yes_no: ["Yes", "No"], legal: ["I accept", "I do not accept"] },
  "zh-CN": { yes_no: ["是", "否"], legal: ["我同意", "我不同意"] },
} as const;
const twoOf =
  (kind: "yes_no" | "legal") =>
  ({ language }: TypeformParts): Made => {
    const [yes, no] = words[language][kind];
    return {
      type: "radio",
      options: [
        { code: "true", text: yes },
        { code: "false", text: no },
      ],
    };
  };

const groups = { outcome: "kept", here: "a paragraph, and its questions" } as const;
const leftOut = { outcome: "left out" } as const;

/** By the `type` of a field. */
export const typeformTypes: Readonly<Record<string, TypeformType>> = {
  multiple_choice: kept("single or multiple choice, with “other” as a blank", choice),
  picture_choice: changed("single or multiple choice without its pictures", choice),
  dropdown: kept("selection from a list", ({ choices }) => ({ type: "select", options: choices })),
  ranking: kept("ranking", ({ choices }) => ({ type: "sort", options: choices })),
  yes_no: kept("single choice", twoOf("yes_no")),
  legal: kept("single choice", twoOf("legal")),
  short_text: kept("one line of text", line()),
  long_text: kept("several lines of text", () => ({
    type: "textarea",
    fields: { rows: "4", cols: "60" },
  })),
  email: kept("one line of text that takes a mail address", line("email")),
  number: kept("one line of text that takes numbers", line("number")),
  website: changed("one line of text; that it is an address is not checked", line()),
  phone_number: kept("phone number", () => ({ type: "phone" })),
  date: kept("date and time", () => ({ type: "datetime" })),
  opinion_scale: kept("scale; a single choice where it ends above 10", (parts) => {
    const lowest = parts.startsAtOne ? 1 : 0;
    const [lowLabel, highLabel] = parts.labels;
    return scaleOfMarks({ lowest, highest: lowest + parts.steps - 1, lowLabel, highLabel });
  }),
  rating: kept("scale", ({ steps }) => scaleOfMarks({ lowest: 1, highest: steps })),
  nps: kept("net promoter score", () => ({ type: "nps", fields: { starBeginNum: 0, starNum: 10 } })),
  file_upload: kept("files", () => ({
    type: "upload",
    fields: { file_type_limit: ["jpg", "jpeg", "png", "pdf"], file_size_limit: 10_240 },
  })),
  statement: kept("description", () => ({ type: "description" })),
  group: { name: "", ...groups },
  inline_group: { name: "", ...groups },
  contact_info: { name: "", ...groups },
  address: { name: "", ...groups },
  matrix: { name: "", outcome: "kept", here: "matrix of single or multiple choices" },
  payment: { name: "", ...leftOut, here: "nothing is paid here" },
  calendly: { name: "", ...leftOut, here: "no appointments are made here" },
};

function kept(here: string, make: NonNullable<TypeformType["make"]>): TypeformType {
  return { name: "", outcome: "kept", here, make };
}

function changed(here: string, make: NonNullable<TypeformType["make"]>): TypeformType {
  return { name: "", outcome: "changed", here, make };
}
