import type { BlankSetting, Question } from "./question.ts";

/*
 * An option may have blanks, which are filled in by who chooses it. On the wire the text of such an option has
 * `____{id}` at the place of each, and `blank_setting` of the question an entry of type "option".
 */

const BLANK = /____\{([^{}]*)\}/g;

/** Part of an option's text: words, or a blank to fill in. */
export type OptionPart = { readonly text: string } | { readonly blankId: string };

/** How a blank is written into the text of its option. */
export function optionBlank(id: string): string {
  return `____{${id}}`;
}

/** The blanks that belong to an option. */
export function blanksOfOption(question: Question, optionId: string): readonly BlankSetting[] {
  return question.blank_setting.filter(
    ({ type, attach_id: owner }) => type === "option" && owner === optionId,
  );
}

/** The text of an option, taken apart at its blanks. Braces around anything else are text. */
export function optionParts(question: Question, option: Question["options"][number]): readonly OptionPart[] {
  const blanks = new Set(blanksOfOption(question, option.id).map(({ id }) => id));
  if (blanks.size === 0) return [{ text: option.text }];
  const parts: OptionPart[] = [];
  let end = 0;
  for (const match of option.text.matchAll(BLANK)) {
    const [blank, blankId = ""] = match;
    if (!blanks.has(blankId)) continue;
    if (match.index > end) parts.push({ text: option.text.slice(end, match.index) });
    parts.push({ blankId });
    end = match.index + blank.length;
  }
  if (end < option.text.length) parts.push({ text: option.text.slice(end) });
  return parts;
}

/** The text of an option for people, with `____` at the place of each blank. */
export function optionLabel(question: Question, option: Question["options"][number]): string {
  return optionParts(question, option)
    .map((part) => ("text" in part ? part.text : "____"))
    .join("");
}
