/** One character of a survey text; an escaped one is text, whatever it means otherwise. */
interface Character {
  readonly text: string;
  readonly isEscaped: boolean;
}

/** Besides space, what a backslash makes plain text. Before any other character a backslash is one itself. */
const MARKS = new Set(["\\", "[", "]", "(", ")", "_", "~", "～", "=", "+"]);

/**
 * A line of a survey text, or several that a backslash at the end joins.
 *
 * Texts written by hand need no escapes; the printer needs them where a text would read as something else.
 */
export class TextLine {
  /** Number of the first line, from 1. */
  readonly number: number;
  readonly #characters: readonly Character[];

  constructor(number: number, characters: readonly Character[]) {
    this.number = number;
    this.#characters = characters;
  }

  /** What the line says, without its escapes. */
  get text(): string {
    return this.#characters.map(({ text }) => text).join("");
  }

  get isEmpty(): boolean {
    return this.#characters.length === 0;
  }

  /** A part of the line, without the space around it. */
  slice(from: number, to?: number): TextLine {
    return new TextLine(this.number, trimmed(this.#characters.slice(from, to)));
  }

  /** Where the bracketed group at the end of the line begins; undefined when the line does not end with one. */
  startOfLastGroup(opening: "[" | "(", closing: "]" | ")"): number | undefined {
    if (!this.#isMark(this.#characters.length - 1, closing)) return undefined;
    let depth = 0;
    for (let at = this.#characters.length - 1; at >= 0; at -= 1) {
      if (this.#isMark(at, closing)) depth += 1;
      if (this.#isMark(at, opening)) depth -= 1;
      if (depth === 0) return at;
    }
    return undefined;
  }

  /** What stands in the bracketed group that begins at `start` and ends the line. */
  groupAt(start: number): TextLine {
    return this.slice(start + 1, -1);
  }

  /** The parts between spaces. */
  words(): readonly TextLine[] {
    return this.#split((at) => this.#isSpace(at)).filter((part) => !part.isEmpty);
  }

  /** The parts between plus signs; one of them may be empty. */
  steps(): readonly TextLine[] {
    return this.#split((at) => this.#isMark(at, "+"));
  }

  /** Whether a run of two or more underscores stands somewhere in the line. */
  get hasBlank(): boolean {
    return this.#characters.some((_, at) => this.#isInBlank(at));
  }

  /** What the line says, with four underscores for each blank. */
  get textWithBlanks(): string {
    return this.#characters
      .map(({ text }, at) => {
        if (!this.#isInBlank(at)) return text;
        return this.#isInBlank(at - 1) ? "" : "____";
      })
      .join("");
  }

  /** The parts between runs of two or more underscores, and whether such a run ends the line. */
  beforeBlanks(): { readonly parts: readonly TextLine[]; readonly endsWithBlank: boolean } {
    const parts = this.#split((at) => this.#isInBlank(at)).filter((part) => !part.isEmpty);
    return { parts, endsWithBlank: this.#isInBlank(this.#characters.length - 1) };
  }

  /** What the line says when nothing in it is escaped; undefined when something is. */
  get plainText(): string | undefined {
    return this.#characters.some(({ isEscaped }) => isEscaped) ? undefined : this.text;
  }

  #split(isBoundary: (at: number) => boolean): readonly TextLine[] {
    const parts: TextLine[] = [];
    let start = 0;
    for (let at = 0; at <= this.#characters.length; at += 1) {
      if (at < this.#characters.length && !isBoundary(at)) continue;
      parts.push(this.slice(start, at));
      start = at + 1;
    }
    return parts;
  }

  #isMark(at: number, mark: string): boolean {
    const character = this.#characters[at];
    return character !== undefined && character.text === mark && !character.isEscaped;
  }

  /** Whether a character belongs to a run of two or more underscores. */
  #isInBlank(at: number): boolean {
    return this.#isMark(at, "_") && (this.#isMark(at - 1, "_") || this.#isMark(at + 1, "_"));
  }

  #isSpace(at: number): boolean {
    return isSpace(this.#characters[at]);
  }
}

/** Splits a text into its lines, without the space around each. */
export function linesOfText(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  let joined: Character[] = [];
  let first = 1;
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const { characters, goesOn } = charactersOf(line);
    for (const character of characters) joined.push(character);
    if (goesOn) {
      joined.push({ text: "\n", isEscaped: true });
      continue;
    }
    lines.push(new TextLine(first, trimmed(joined)));
    joined = [];
    first = at + 2;
  }
  if (joined.length > 0) lines.push(new TextLine(first, trimmed(joined.slice(0, -1))));
  return lines;
}

function charactersOf(line: string): { readonly characters: Character[]; readonly goesOn: boolean } {
  const characters: Character[] = [];
  for (let at = 0; at < line.length; at += 1) {
    const [text = "", next] = [line[at], line[at + 1]];
    if (text === "\\" && next === undefined) return { characters, goesOn: true };
    const isEscape = text === "\\" && next !== undefined && (MARKS.has(next) || next.trim() === "");
    characters.push({ text: isEscape ? next : text, isEscaped: isEscape });
    if (isEscape) at += 1;
  }
  return { characters, goesOn: false };
}

function trimmed(characters: readonly Character[]): Character[] {
  const from = characters.findIndex((character) => !isSpace(character));
  const last = characters.findLastIndex((character) => !isSpace(character));
  return from === -1 ? [] : characters.slice(from, last + 1);
}

function isSpace(character: Character | undefined): boolean {
  return character !== undefined && !character.isEscaped && character.text.trim() === "";
}
