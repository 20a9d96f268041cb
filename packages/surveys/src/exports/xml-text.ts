const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

// oxlint-disable-next-line no-control-regex -- these are the characters that XML 1.0 does not have
const special = /[&<>"\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]/g;

/**
 * A text as XML.
 *
 * @param other what stands for a return, and for a character that XML 1.0 (2.2) does not have
 */
export function xmlText(text: string, other: (character: string) => string): string {
  return text.toWellFormed().replaceAll(special, (character) => entities[character] ?? other(character));
}
