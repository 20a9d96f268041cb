import type { Construct } from "../import-source.ts";
import { isRecord, memberOf, textIn } from "../is-record.ts";
import type { NeutralOption, NeutralQuestion } from "../neutral-survey.ts";
import { scaleOfMarks } from "../scale-of-marks.ts";

type Made = Pick<NeutralQuestion, "type" | "fields" | "options">;

interface GoogleType extends Construct {
  readonly make?: (detail: unknown, options: readonly NeutralOption[]) => Made;
}

/** By the member of a question that says what it is, and the type of a choice. */
export const googleTypes: Readonly<Record<string, GoogleType>> = {
  "choiceQuestion RADIO": kept("single choice, with “other” as a blank", (_detail, options) => ({
    type: "radio",
    options,
  })),
  "choiceQuestion CHECKBOX": kept("multiple choice, with “other” as a blank", (_detail, options) => ({
    type: "checkbox",
    options,
  })),
  "choiceQuestion DROP_DOWN": kept("selection from a list", (_detail, options) => ({
    type: "select",
    options,
  })),
  textQuestion: kept("one or several lines of text", (detail) =>
    memberOf(detail, "paragraph") === true
      ? { type: "textarea", fields: { rows: "4", cols: "60" } }
      : { type: "text" },
  ),
  scaleQuestion: kept("scale", (detail) =>
    scaleOfMarks({
      lowest: numberIn(detail, "low", 1),
      highest: numberIn(detail, "high", 5),
      lowLabel: textIn(memberOf(detail, "lowLabel")),
      highLabel: textIn(memberOf(detail, "highLabel")),
    }),
  ),
  ratingQuestion: kept("scale", (detail) =>
    scaleOfMarks({ lowest: 1, highest: numberIn(detail, "ratingScaleLevel", 5) }),
  ),
  dateQuestion: kept("date and time", () => ({ type: "datetime" })),
  timeQuestion: kept("date and time", () => ({ type: "datetime" })),
  fileUploadQuestion: kept("files", (detail) => ({
    type: "upload",
    fields: {
      file_type_limit: ["jpg", "jpeg", "png", "pdf", "docx", "xlsx", "pptx", "mp3", "mp4"],
      file_size_limit: Math.min(
        Math.ceil(Number(textIn(memberOf(detail, "maxFileSize"))) / 1024) || 10_240,
        102_400,
      ),
    },
  })),
};

function kept(here: string, make: NonNullable<GoogleType["make"]>): GoogleType {
  return { name: "", outcome: "kept", here, make };
}

/** What a question is, by the members that it has. */
export function kindOfQuestion(question: Readonly<Record<string, unknown>>): string {
  const member =
    Object.keys(question).find((key) => key.endsWith("Question") && isRecord(question[key])) ?? "";
  const type = textIn(memberOf(question[member], "type"));
  return member === "choiceQuestion" ? `${member} ${type}` : member;
}

function numberIn(detail: unknown, name: string, otherwise: number): number {
  const value = memberOf(detail, name);
  return Number.isInteger(value) ? Number(value) : otherwise;
}
