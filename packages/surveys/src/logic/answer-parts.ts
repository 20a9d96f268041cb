import { blanksIn, listAt, listIn, textAt, textIn, type AnswerValue } from "../model/answer-values.ts";

/** The options chosen in a question (`part` is ""), or in a row of a matrix. */
export function choicesIn(value: AnswerValue | undefined, part: string): readonly string[] {
  if (value === undefined) return [];
  return part === "" ? listIn(value) : listAt(value, part);
}

/** The text of a question (`part` is ""), or of a row or blank of it; "" when there is none. */
export function textOfPart(value: AnswerValue | undefined, part: string): string {
  if (value === undefined) return "";
  return part === "" ? textIn(value) : textAt(blanksIn(value), part) || textAt(value, part);
}

/** How many options were chosen, rows answered, blanks filled or files uploaded; 1 for another answer. */
export function countIn(value: AnswerValue | undefined): number {
  if (value === undefined) return 0;
  if (typeof value === "string") return value.trim() === "" ? 0 : 1;
  const list = listIn(value);
  // A value with options and blanks counts its options.
  if (list.length > 0 || "options" in value) return list.length;
  return Object.keys(value).filter((id) => textAt(value, id) !== "" || listAt(value, id).length > 0).length;
}
