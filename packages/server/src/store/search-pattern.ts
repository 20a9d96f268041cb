/** A `like` pattern for what contains a text, in lower case; to be used with `escape '\'`. */
export function searchPattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
}
