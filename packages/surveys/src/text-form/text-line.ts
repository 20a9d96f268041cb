import type { TextPlace } from "./text-problem.ts";

/** Besides space, what a backslash makes plain text. Before any other character a backslash is one itself. */
const MARKS = new Set("\\[]【】［］〔〕〖〗()（）_~～=+*＊");

/** Longest line, joined ones together: the columns of a matrix are the longest that a survey can have. */
export const longestLine = 50_000;

/** Most parts of a line that are read: more than a survey can have of anything in one line. */
const partsMaximum = 300;

/** Brackets around labels, and those around remarks; those of one kind may be mixed, as input methods mix them. */
const brackets = {
  square: { opening: "[【［〔〖", closing: "]】］〕〗" },
  round: { opening: "(（", closing: ")）" },
} as const;

/** The two kinds of brackets. */
export type BracketKind = keyof typeof brackets;

/** A group in brackets that begins or ends a line. */
export interface BracketGroup {
  readonly kind: BracketKind;
  /** What stands inside. */
  readonly inside: TextLine;
  /** The group with its brackets, and the space between it and the rest. */
  readonly whole: TextLine;
  /** The rest of the line. */
  readonly rest: TextLine;
}

/**
 * A line of a survey text, or several that a backslash at the end joins.
 *
 * Texts written by hand need no escapes; the printer needs them where a text would read as something else.
 */
export class TextLine {
  /** Number of the first line, from 1. */
  readonly number: number;
  /** What the line says, without its escapes. */
  readonly text: string;
  /** A "1" for each escaped character, which is text whatever it means otherwise; "" when there is none. */
  readonly #escapes: string;
  /** Characters of the line before this part. */
  readonly #start: number;

  constructor(number: number, text: string, { escapes = "", start = 0 }: PartOfLine = {}) {
    this.number = number;
    this.text = text;
    this.#escapes = escapes;
    this.#start = start;
  }

  /** Where it begins. */
  get place(): TextPlace {
    return { line: this.number, column: this.#start + 1 };
  }

  get isEmpty(): boolean {
    return this.text === "";
  }

  /** A part of the line, without the space around it. */
  slice(from: number, to = this.text.length): TextLine {
    let [start, end] = [from < 0 ? this.text.length + from : from, to < 0 ? this.text.length + to : to];
    while (start < end && this.#isSpace(start)) start += 1;
    while (start < end && this.#isSpace(end - 1)) end -= 1;
    return this.#raw(start, end);
  }

  /** The line with another part behind it. */
  plus(part: TextLine): TextLine {
    const { text, escapes } = concatenated(
      { text: this.text, escapes: this.#escapes },
      { text: part.text, escapes: part.#escapes },
    );
    return new TextLine(this.number, text, { escapes, start: this.#start });
  }

  /** The bracketed group at the end of the line; undefined when the line does not end with one. */
  groupAtEnd(): BracketGroup | undefined {
    const end = this.text.length;
    const kind = this.#kindAt(end - 1, "closing");
    if (kind === undefined) return undefined;
    let depth = 0;
    for (let at = end - 1; at >= 0; at -= 1) {
      if (this.#isBracket(at, kind, "closing")) depth += 1;
      if (this.#isBracket(at, kind, "opening")) depth -= 1;
      if (depth === 0) {
        const rest = this.slice(0, at);
        return { kind, inside: this.slice(at + 1, -1), whole: this.#raw(rest.text.length, end), rest };
      }
    }
    return undefined;
  }

  /** The bracketed group at the start of the line; undefined when the line does not begin with one. */
  groupAtStart(): BracketGroup | undefined {
    const kind = this.#kindAt(0, "opening");
    if (kind === undefined) return undefined;
    let depth = 0;
    for (let at = 0; at < this.text.length; at += 1) {
      if (this.#isBracket(at, kind, "opening")) depth += 1;
      if (this.#isBracket(at, kind, "closing")) depth -= 1;
      if (depth === 0) {
        const rest = this.slice(at + 1);
        return {
          kind,
          inside: this.slice(1, at),
          whole: this.#raw(0, this.text.length - rest.text.length),
          rest,
        };
      }
    }
    return undefined;
  }

  /** What stands in square brackets anywhere in the line; groups inside others are not looked at. */
  squareGroups(): readonly TextLine[] {
    const found: TextLine[] = [];
    let start = -1;
    for (let at = 0; at < this.text.length; at += 1) {
      if (this.#isBracket(at, "square", "opening")) start = at;
      if (start === -1 || !this.#isBracket(at, "square", "closing")) continue;
      found.push(this.slice(start + 1, at));
      start = -1;
    }
    return found;
  }

  /** Whether one of the characters stands at a place, and is not escaped; -1 is the last place. */
  hasMark(at: number, marks: string): boolean {
    const place = at < 0 ? this.text.length + at : at;
    const character = this.text[place];
    return character !== undefined && marks.includes(character) && this.#escapes[place] !== "1";
  }

  /** The parts between spaces. */
  words(): readonly TextLine[] {
    return this.#split((at) => this.#isSpace(at)).filter((part) => !part.isEmpty);
  }

  /** The first parts between plus signs, at most ten; one of them may be empty. */
  steps(): readonly TextLine[] {
    return this.#split((at) => this.hasMark(at, "+"), 10);
  }

  /** Whether a run of two or more underscores stands somewhere in the line. */
  get hasBlank(): boolean {
    for (let at = this.text.indexOf("_"); at !== -1; at = this.text.indexOf("_", at + 1))
      if (this.#isInBlank(at)) return true;
    return false;
  }

  /** What the line says, with four underscores for each blank. */
  get textWithBlanks(): string {
    return Array.from({ length: this.text.length }, (_, at) => {
      if (!this.#isInBlank(at)) return this.text[at];
      return at > 0 && this.#isInBlank(at - 1) ? "" : "____";
    }).join("");
  }

  /** The parts between runs of two or more underscores, and whether such a run ends the line. */
  beforeBlanks(): { readonly parts: readonly TextLine[]; readonly endsWithBlank: boolean } {
    const parts = this.#split((at) => this.#isInBlank(at)).filter((part) => !part.isEmpty);
    return { parts, endsWithBlank: this.#isInBlank(this.text.length - 1) };
  }

  /** What the line says when nothing in it is escaped; undefined when something is. */
  get plainText(): string | undefined {
    return this.#escapes.includes("1") ? undefined : this.text;
  }

  #raw(from: number, to: number): TextLine {
    const start = this.#start + from + escapesIn(this.#escapes.slice(0, from));
    const escapes = this.#escapes.slice(from, to);
    return new TextLine(this.number, this.text.slice(from, to), { escapes, start });
  }

  #kindAt(at: number, side: "opening" | "closing"): BracketKind | undefined {
    if (this.#isBracket(at, "square", side)) return "square";
    return this.#isBracket(at, "round", side) ? "round" : undefined;
  }

  #isBracket(at: number, kind: BracketKind, side: "opening" | "closing"): boolean {
    return at >= 0 && this.hasMark(at, brackets[kind][side]);
  }

  #split(isBoundary: (at: number) => boolean, most = partsMaximum): readonly TextLine[] {
    const parts: TextLine[] = [];
    let start = 0;
    for (let at = 0; at <= this.text.length && parts.length < most; at += 1) {
      if (at < this.text.length && !isBoundary(at)) continue;
      parts.push(this.slice(start, at));
      start = at + 1;
    }
    return parts;
  }

  /** Whether a character belongs to a run of two or more underscores. */
  #isInBlank(at: number): boolean {
    if (at < 0 || !this.hasMark(at, "_")) return false;
    return (at > 0 && this.hasMark(at - 1, "_")) || this.hasMark(at + 1, "_");
  }

  #isSpace(at: number): boolean {
    return (this.text[at] ?? "x").trim() === "" && this.#escapes[at] !== "1";
  }
}

/** What a part knows of the line that it was taken from. */
interface PartOfLine {
  readonly escapes?: string;
  readonly start?: number;
}

/** How many characters are escaped: each has a backslash before it. */
function escapesIn(escapes: string): number {
  return escapes.split("1").length - 1;
}

/** Takes a text apart into its lines, without the space around each, one after the other. */
export function* linesOfText(text: string): Generator<TextLine> {
  let joined = { text: "", escapes: "" };
  let [first, number] = [1, 0];
  for (const raw of rawLines(text)) {
    number += 1;
    const { line, goesOn } = unescaped(raw);
    joined = concatenated(joined, line);
    if (goesOn && joined.text.length < longestLine) {
      joined = concatenated(joined, { text: "\n", escapes: "1" });
      continue;
    }
    yield new TextLine(first, joined.text, joined).slice(0);
    joined = { text: "", escapes: "" };
    first = number + 1;
  }
  if (joined.text !== "") yield new TextLine(first, joined.text, joined).slice(0, -1);
}

function* rawLines(text: string): Generator<string> {
  const ends = /\r\n|\r|\n/g;
  let start = 0;
  for (const { index, 0: end } of text.matchAll(ends)) {
    yield text.slice(start, index);
    start = index + end.length;
  }
  yield text.slice(start);
}

/** A text, and which of its characters are escaped; see {@link TextLine}. */
interface EscapedText {
  readonly text: string;
  readonly escapes: string;
}

function concatenated(one: EscapedText, other: EscapedText): EscapedText {
  const text = one.text + other.text;
  if (one.escapes === "" && other.escapes === "") return { text, escapes: "" };
  return {
    text,
    escapes: one.escapes.padEnd(one.text.length, "0") + other.escapes.padEnd(other.text.length, "0"),
  };
}

function unescaped(raw: string): { readonly line: EscapedText; readonly goesOn: boolean } {
  if (!raw.includes("\\")) return { line: { text: raw, escapes: "" }, goesOn: false };
  let [text, escapes] = ["", ""];
  for (let at = 0; at < raw.length; at += 1) {
    const isEscape = raw[at] === "\\" && isEscapable(raw[at + 1]);
    if (raw[at] === "\\" && at === raw.length - 1) return { line: { text, escapes }, goesOn: true };
    if (isEscape) at += 1;
    text += raw.charAt(at);
    escapes += isEscape ? "1" : "0";
  }
  return { line: { text, escapes }, goesOn: false };
}

function isEscapable(character: string | undefined): boolean {
  return character !== undefined && (MARKS.has(character) || character.trim() === "");
}
