import { isInvisible } from "@survey-open-platform/surveys";

/** Whether a text has no line break and no other control character. */
export function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}

/** Whether a text has characters, but none that anyone can see: on a page it would look like no name at all. */
export function isBlank(text: string): boolean {
  return text !== "" && isInvisible(text);
}

/**
 * What is wrong with an identifier that someone else gives, such as an openid; undefined when nothing is. It has to come back as it was
 * sent: from a path, where `/`, `\\`, `.` and `..` are no part of a name (RFC 3986, sections 3.3 and 5.2.4), from a form and from a
 * line of a file.
 */
export function identifierProblem(text: string): string | undefined {
  if (text.trim() !== text) return "has spaces at its beginning or end";
  if (isBlank(text)) return "has nothing that can be seen";
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return "has a line end or another control character";
  if (/[/\\]/.test(text)) return "has a slash or a backslash";
  return text === "." || text === ".." ? "is a step of a path" : undefined;
}
