/** Whether a text has no line break and no other control character. */
export function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}

/** Whether a text consists of spaces; an empty one does not. */
export function consistsOfSpaces(text: string): boolean {
  return text !== "" && text.trim() === "";
}
