/*
 * What people type is taken as it was meant, and only what cannot be meant is refused. Programs say what they mean, so nothing of
 * theirs is changed. Neither may store what no page, file or terminal shows as text.
 */

/** What programs for texts put between lines: a vertical tab is what is copied of a soft break (Unicode, section 5.8). */
const breaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

/** Characters of format, blanks of every width, and letters that have no shape. */
const invisible =
  /^[\s\p{Cf}\p{Cc}\p{Variation_Selector}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]*$/u;

/** Controls but for tab and line break, and code points that are no characters (Unicode, section 23.7). */
// oxlint-disable-next-line no-control-regex -- these are what it looks for
const unshowable = /[\0-\x08\v\f\x0E-\x1F\x7F-\x9F\p{Noncharacter_Code_Point}]/u;

/** Whether a text has nothing that anyone can see. */
export function isInvisible(text: string): boolean {
  return invisible.test(text);
}

/** Whether a text has only characters that can be shown, and stored by every database. */
export function isShowable(text: string): boolean {
  return text.isWellFormed() && !unshowable.test(text);
}

/** A text of several lines as it was typed; "" where nothing of it can be seen. */
export function typedText(given: string): string {
  return isInvisible(given) ? "" : given.replaceAll(breaks, "\n");
}

/** A text of one line as it was typed, without the space around it. A line break stays, to be refused. */
export function typedLine(given: string): string {
  return isInvisible(given) ? "" : given.replaceAll(/[\v\f\u0085\u2028\u2029]/g, " ").trim();
}

/** A number, telephone number or e-mail address as it was typed, with the characters of an input method as those that they stand for. */
export function typedSigns(given: string): string {
  return typedLine(given)
    .normalize("NFKC")
    .replaceAll(/[\u2010-\u2015\u2212]/g, "-")
    .trim();
}
