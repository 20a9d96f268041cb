import type { QuestionType } from "../model/question.ts";
import { type ChoiceCounts, type Label, readLabel, readRemark } from "./label-spellings.ts";
import { readCode } from "./code-label.ts";
import { type BracketGroup, TextLine } from "./text-line.ts";

/** What the first line of a question says: `Title[Type][Required](description)`, of which only the title must be there. */
export interface QuestionHeader {
  readonly title: string;
  /** Undefined when the line names none. */
  readonly type: QuestionType | undefined;
  /** Undefined when the line does not say. */
  readonly required: boolean | undefined;
  readonly isPersonal: boolean;
  readonly code: string | undefined;
  readonly counts: ChoiceCounts | undefined;
  readonly description: string;
  /** What stands in brackets at the end of the title and is no label: a type that was misspelt, perhaps. */
  readonly unknown: readonly TextLine[];
  /** Labels inside the title, where they say nothing. */
  readonly unread: readonly TextLine[];
  /** Whether the line has brackets where labels stand. */
  readonly isMarked: boolean;
}

/**
 * Reads the first line of a question. Labels stand behind the title in any order, or before it; of two that contradict
 * each other the one further to the end counts. Brackets with any other text belong to the title.
 */
export function readHeader(line: TextLine): QuestionHeader {
  const { core, tail } = takeSignsAtEnd(line);
  const reader = new HeaderReader(core);
  return reader.hasLabels && tail !== undefined ? reader.read(tail) : new HeaderReader(line).read();
}

/** Signs that some put behind the brackets instead of before them. */
const SIGNS = ":：?？!！.。";

function takeSignsAtEnd(line: TextLine): { readonly core: TextLine; readonly tail?: TextLine } {
  let end = line.text.length;
  while (end > 0 && line.hasMark(end - 1, SIGNS)) end -= 1;
  const isBehindBrackets = end < line.text.length && line.hasMark(end - 1, "]】］");
  return isBehindBrackets ? { core: line.slice(0, end), tail: line.slice(end) } : { core: line };
}

/** More groups than that at one end of a line are text. */
const groupsMaximum = 20;

const STARS = "*＊";
/** `1.`, `2、` or `Q3)` before a title. */
const NUMBER = /^(?:[Qq]\s?)?\d{1,3}\s*[.．、:：)）]\s*/;

class HeaderReader {
  readonly #said: { -readonly [Key in keyof Label]: Label[Key] } = {};
  #title: TextLine;
  #description: readonly string[] = [];
  #unknown: readonly TextLine[] = [];
  #isMarked = false;

  constructor(line: TextLine) {
    this.#title = this.#takeFromStart(this.#takeFromEnd(line));
  }

  get hasLabels(): boolean {
    return Object.keys(this.#said).length > 0;
  }

  read(tail?: TextLine): QuestionHeader {
    const title = tail === undefined ? this.#title : this.#title.plus(tail);
    const isUnknown = (text: string) => this.#unknown.some((part) => part.text === text);
    const unread = this.#title.squareGroups().filter(({ text }) => isTypeOrRequirement(readLabel(text)));
    return {
      title: title.text,
      type: this.#said.type,
      required: this.#said.required,
      isPersonal: this.#said.personal === true,
      code: this.#said.code,
      counts: this.#said.counts,
      description: this.#description.join(" "),
      unknown: this.#unknown,
      unread: unread.filter(({ text }) => !isUnknown(text)),
      isMarked: this.#isMarked,
    };
  }

  #takeFromEnd(line: TextLine): TextLine {
    const { rest, groups, hasStar } = groupsAtEnd(line);
    const squares = groups.filter(({ kind }) => kind === "square").toReversed();
    const isTaken = ({ inside: { text } }: BracketGroup) => {
      const code = readCode(text);
      return this.#take(readLabel(text) ?? (code === undefined ? undefined : { code }));
    };
    const types = squares.filter(isTaken);
    // Counts belong to a type, which may stand before or behind them.
    const taken = new Set([...types, ...squares.filter((group) => !types.includes(group) && isTaken(group))]);
    this.#isMarked = squares.length > 0;
    const first = groups.findIndex((group) => taken.has(group));
    for (const [at, group] of [...groups.entries()].toReversed())
      if (group.kind === "round" && this.#takeRemark(group, isPlaceOfDescription(groups, at, first)))
        taken.add(group);
    const others = groups.filter((group) => !taken.has(group));
    this.#unknown = others.filter(({ kind }) => kind === "square").map(({ inside }) => inside);
    if (hasStar && this.hasLabels) this.#take({ required: true });
    return others.reduce((title, { whole }) => title.plus(whole), this.#withoutStarAtEnd(rest));
  }

  /** @returns whether it is part of the title no more */
  #takeRemark({ inside }: BracketGroup, isDescription: boolean): boolean {
    if (this.#take(readRemark(inside.text))) return true;
    if (isDescription) this.#description = [inside.text, ...this.#description];
    return isDescription;
  }

  #takeFromStart(line: TextLine): TextLine {
    const [number = ""] = NUMBER.exec(line.text) ?? [];
    const title = line.slice(number.length);
    const rest = this.#withoutLabelsAtStart(this.#withoutStarAtStart(title));
    if (rest.text.length === title.text.length) return line;
    return number === ""
      ? rest
      : line.slice(0, number.length).plus(new TextLine(line.number, " ")).plus(rest);
  }

  /** Two stars make words bold. */
  #withoutStarAtStart(title: TextLine): TextLine {
    if (!title.hasMark(0, STARS) || title.hasMark(1, STARS)) return title;
    this.#take({ required: true });
    return title.slice(1);
  }

  #withoutLabelsAtStart(title: TextLine): TextLine {
    const group = title.groupAtStart();
    if (group?.kind !== "square" || group.rest.isEmpty || !this.#take(readLabel(group.inside.text)))
      return title;
    this.#isMarked = true;
    return this.#withoutLabelsAtStart(group.rest);
  }

  /** Notes what a label says, unless something was said about that already. @returns whether it was taken */
  #take(label: Label | undefined): boolean {
    if (label === undefined) return false;
    if (label.counts !== undefined && !takesCounts(label.type ?? this.#said.type)) return false;
    if (Object.keys(label).some((key) => Object.hasOwn(this.#said, key))) return false;
    Object.assign(this.#said, label);
    return true;
  }

  /** A star before the labels; two make words bold, and behind a digit it counts something. */
  #withoutStarAtEnd(rest: TextLine): TextLine {
    const isMark = this.hasLabels && rest.hasMark(-1, STARS) && !rest.hasMark(-2, "*＊0123456789");
    if (!isMark) return rest;
    this.#take({ required: true });
    return rest.slice(0, -1);
  }
}

/** A description follows a label; one in usual brackets may also end a line without labels. */
function isPlaceOfDescription(groups: readonly BracketGroup[], at: number, firstLabel: number): boolean {
  if (firstLabel !== -1) return at > firstLabel;
  return at === groups.length - 1 && groups[at]?.whole.text.trim().startsWith("(") === true;
}

/** The groups in brackets that end a line, in its order. A link, and all before it, is part of the title. */
function groupsAtEnd(line: TextLine) {
  const groups: BracketGroup[] = [];
  let [rest, hasStar] = [line, false];
  for (;;) {
    if (rest.hasMark(-1, STARS) && rest.slice(0, -1).hasMark(-1, "]】］)）")) {
      hasStar = true;
      rest = rest.slice(0, -1);
    }
    const group = rest.groupAtEnd();
    // What is all brackets has a title all the same.
    if (group === undefined || group.rest.isEmpty || groups.length >= groupsMaximum || isLink(group)) break;
    groups.unshift(group);
    rest = group.rest;
  }
  return { rest, groups, hasStar };
}

/** `[text](address)` is a link, and part of the title. */
function isLink({ kind, inside, rest }: BracketGroup): boolean {
  const label = kind === "round" ? rest.groupAtEnd() : undefined;
  return label?.kind === "square" && readLabel(label.inside.text) === undefined && isLinkAddress(inside.text);
}

/** Whether a text is an address that links here lead to. */
export function isLinkAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s()]+$/i.test(text);
}

function takesCounts(type: QuestionType | undefined): boolean {
  return type === "checkbox" || type === "star";
}

/** Counts alone, such as `[1-2]`, are usual text. */
function isTypeOrRequirement(label: Label | undefined): boolean {
  return label !== undefined && label.counts === undefined;
}
