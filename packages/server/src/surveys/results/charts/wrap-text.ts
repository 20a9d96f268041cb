/** How a text is broken into lines. */
export interface WrapStyle {
  /** Of the font, in pixels. */
  readonly size: number;
  /** Of a line, in pixels. */
  readonly width: number;
}

/** Lines of one text: what a chart says stays short. */
const mostLines = 4;

const words = new Intl.Segmenter(undefined, { granularity: "word" });
const characters = new Intl.Segmenter();

/** Breaks a text between words of any script; a word that is longer than a line is cut. The last of too many lines ends in an ellipsis. */
export function wrapText(text: string, { size, width }: WrapStyle): readonly string[] {
  const lines = [""];
  for (const piece of piecesOf(text.trim(), { size, width })) {
    const last = lines.length - 1;
    const longer = `${lines[last] ?? ""}${piece}`;
    if (textWidth(longer.trimEnd(), size) <= width) lines[last] = longer;
    else lines.push(piece.trimStart());
  }
  const shown = lines.slice(0, mostLines).map((line) => line.trimEnd());
  if (lines.length <= mostLines) return shown;
  return [...shown.slice(0, -1), `${shown.at(-1) ?? ""}…`];
}

/** Words with the signs after them, none wider than a line. */
function* piecesOf(text: string, { size, width }: WrapStyle): Generator<string> {
  for (const { segment } of words.segment(text.replaceAll(/\s+/gu, " "))) {
    if (textWidth(segment, size) <= width) yield segment;
    else for (const { segment: character } of characters.segment(segment)) yield character;
  }
}

/** Characters that are as wide as they are high: those of Chinese, Japanese and Korean, and emoji. */
const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{3000}-\u{303F}\u{FF00}-\u{FFEF}]/u;
const narrow = /[ .,;:!|'()ijlIft[\]]/;

/** About how wide a text is in pixels. The font is that of the reader, so it is an estimate that rather takes too much. */
export function textWidth(text: string, size: number): number {
  let ems = 0;
  for (const character of text) {
    if (wide.test(character)) ems += 1;
    else if (narrow.test(character)) ems += 0.36;
    else ems += /[A-Z\dmwMW%@]/.test(character) ? 0.72 : 0.6;
  }
  return ems * size;
}
