/** A line of a questionnaire, with the mark that it begins with. */
export interface MarkedLine {
  readonly kind: "blank" | "section" | "question" | "option" | "plain";
  readonly text: string;
  /** The style of a number, such as `.` or `)`; "" for other marks. */
  readonly style: string;
}

const SECTION =
  /^(?:第[一二三四五六七八九十\d]{1,3}部分|[一二三四五六七八九十]{1,3}、|(?:part|section)\s+[\divx]{1,4}\b)/i;
const NUMBER = /^(?:(?:Q|第)\s*)?(\d{1,3})\s*(?:题\s*)?([.．、:：)）\]】])\s*(\S.*)$/i;
const BARE = /^Q\d{1,3}\s+(\S.*)$/i;
const ROUND = /^[(（](\d{1,3})[)）]\s*(\S.*)$/;
const LETTER = /^[(（]?[A-Za-z]\s*[.．、:：)）]\s*(\S.*)$/;
const SIGN = /^(?:[①-⑳㉑-㉟]|[•·▪●○◯□☐❑▢◻☑✓–*-]|\[\s?[xX]?\]|\(\s\)|（\s*）)\s*(\S.*)$/;

/** Where another option begins in the line of one. */
const FURTHER =
  /(?<=\S)\s*(?=[①-⑳])|\s+(?=[A-Z]\s*[.．、]\s*\S)|\s{2,}(?=[•●○◯□☐☑])|(?<=\S)\s*(?=[□☐☑○◯]\s*\S)/;

type Reader = (text: string) => MarkedLine | undefined;

/** In their order: the first that reads a line decides. */
const readers: readonly Reader[] = [
  (text) => (text === "" ? { kind: "blank", text, style: "" } : undefined),
  (text) => (SECTION.test(text) && text.length <= 80 ? { kind: "section", text, style: "" } : undefined),
  (text) => {
    const [, , style = "", rest] = NUMBER.exec(text) ?? [];
    return marked("question", rest, style === "．" ? "." : style);
  },
  (text) => marked("question", BARE.exec(text)?.[1], "Q"),
  (text) => marked("question", ROUND.exec(text)?.[2], "()"),
  (text) => marked("option", LETTER.exec(text)?.[1] ?? SIGN.exec(text)?.[1], ""),
];

/** Reads the mark of a line. */
export function markedLine(line: string): MarkedLine {
  const text = line.trim();
  for (const reader of readers) {
    const read = reader(text);
    if (read !== undefined) return read;
  }
  return { kind: "plain", text, style: "" };
}

function marked(
  kind: "question" | "option",
  text: string | undefined,
  style: string,
): MarkedLine | undefined {
  return text === undefined ? undefined : { kind, text, style };
}

/** The options of a line: some lines have several. */
export function optionsOfLine(line: string): readonly string[] {
  return line
    .trim()
    .split(FURTHER)
    .map((part) => markedLine(part))
    .map(({ text }) => text)
    .filter((text) => text !== "");
}
