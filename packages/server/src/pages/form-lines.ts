/** A line that was typed into a box, with the number that the user sees. */
export interface FormLine {
  readonly number: number;
  readonly text: string;
}

/** The lines of a box that have something in them. */
export function linesOf(text: string): readonly FormLine[] {
  return withLineFeeds(text)
    .split("\n")
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== "");
}

/** Each line once, without its number. */
export function distinctLines(text: string): readonly string[] {
  return [...new Set(linesOf(text).map((line) => line.text))];
}

/** A form sends line breaks as CR LF. */
export function withLineFeeds(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
