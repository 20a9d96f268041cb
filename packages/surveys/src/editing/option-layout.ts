import type { Question } from "../model/question.ts";

/** Whether the options of a question can stand in columns. */
export function hasLayout({ type }: Pick<Question, "type">): boolean {
  return type === "radio" || type === "checkbox";
}

/** Most columns of options that pages show. */
export const mostColumns = 4;

/** From how many options on a choice can become a list that opens, if none of them has a blank. */
const leastOfDropdown = 12;

/** Whether a question can become a list that opens without losing anything. */
export function mayBeDropdown({ type, options, blank_setting: blanks }: Question): boolean {
  return type === "radio" && options.length >= leastOfDropdown && blanks.length === 0;
}
