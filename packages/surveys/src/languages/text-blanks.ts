/** A blank in the text of an option, see `model/option-blanks.ts`. */
const mark = /____\{[^{}]*\}/g;
const shownMark = "____";

/** A text as translators see it: its blanks have no ids. */
export function withoutBlankIds(text: string): string {
  return text.replaceAll(mark, shownMark);
}

/** A translation in which each `____` is the blank at the same place of the original. */
export function withBlanksOf(original: string, translation: string): string {
  const marks = original.match(mark) ?? [];
  const [first = "", ...others] = translation.split(shownMark);
  return marks.length === 0
    ? translation
    : first + others.map((text, at) => `${marks[at] ?? shownMark}${text}`).join("");
}

/** How many blanks a text has. */
export function blankCount(original: string): number {
  return original.match(mark)?.length ?? 0;
}

/** How many blanks a translation has. */
export function shownBlankCount(translation: string): number {
  return translation.split(shownMark).length - 1;
}
