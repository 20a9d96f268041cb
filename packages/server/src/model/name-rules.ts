/** Whether a text has no line break and no other control character. */
export function isOneLine(text: string): boolean {
  return !/\p{Cc}/u.test(text);
}

/** Whether a text consists of spaces, or of nothing. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
