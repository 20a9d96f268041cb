import { z } from "zod";
import {
  declaredPagesSchema,
  declaredText,
  surveyLimits,
  type DeclaredPages,
} from "../declared/declared-pages.ts";
import { problemWords } from "../declared/problem-words.ts";
import { isPageBreakLabel } from "./labels.ts";
import { readHeader } from "./read-header.ts";
import { nothing, readBody } from "./read-body.ts";
import { linesOfText, type TextLine } from "./text-line.ts";

/** A survey as its text says it; everything that the text form cannot say has its default. */
export interface TextSurvey {
  readonly title: string;
  /** Welcome text; "" for none. */
  readonly prefix: string;
  readonly pages: DeclaredPages;
}

/** Something wrong in a survey text. */
export interface TextProblem {
  /** From 1. */
  readonly line: number;
  /** What is wrong, in words that follow the number of the line. */
  readonly message: string;
}

/** A survey, or everything that is wrong with its text. */
export type ParsedSurveyText =
  | { readonly ok: true; readonly survey: TextSurvey }
  | { readonly ok: false; readonly problems: readonly TextProblem[] };

const headSchema = z.object({
  title: declaredText(1, surveyLimits.title),
  prefix: declaredText(0, surveyLimits.description),
  pages: declaredPagesSchema,
});

/**
 * Reads a survey from its text form.
 *
 * First line the title, an empty line, an introduction, an empty line, then one paragraph per question:
 * `Title[Type][Required](description)`, with a line for each option, row or blank below it. `=== Page Break ===`
 * begins a page. A paragraph after one empty line whose first line names no type is the introduction; a
 * second empty line after the title says that there is none. A text that is not understood is refused whole.
 *
 * @param text lines that end with LF, CRLF or CR
 * @example
 * parseSurveyText("Lunch\n\n\n\nDid you like it?[Single Choice]\nYes\nNo");
 */
export function parseSurveyText(text: string): ParsedSurveyText {
  const [title, ...rest] = linesOfText(text);
  const draft = new Draft(title);
  const [first, ...others] = paragraphsOf(rest);
  if (first !== undefined) draft.addFirst(first, rest[1]?.isEmpty === true);
  for (const paragraph of others) draft.add(paragraph);
  return draft.finish();
}

/** Lines without an empty one among them, or a page break alone; at least one. */
type Paragraph = readonly [TextLine, ...(readonly TextLine[])];

function paragraphsOf(lines: readonly TextLine[]): readonly Paragraph[] {
  const paragraphs: [TextLine, ...TextLine[]][] = [];
  let isInside = false;
  for (const line of lines) {
    const isBreak = isPageBreak(line);
    if (isInside && !isBreak && !line.isEmpty) paragraphs.at(-1)?.push(line);
    else if (!line.isEmpty) paragraphs.push([line]);
    isInside = !line.isEmpty && !isBreak;
  }
  return paragraphs;
}

interface DraftQuestion {
  readonly line: TextLine;
  readonly value: Readonly<Record<string, unknown>>;
  /** Lines of the entries of a list in the value. */
  readonly lines: Readonly<Record<string, readonly TextLine[]>>;
  /** Whether its lines alone are wrong; what was read from them is not looked at then. */
  readonly isRefused: boolean;
}

/** What was read so far. */
class Draft {
  readonly #title: TextLine | undefined;
  readonly #pages: { line: number; questions: DraftQuestion[] }[] = [];
  readonly #problems: TextProblem[] = [];
  #prefix = "";
  #prefixLine = 1;

  constructor(title: TextLine | undefined) {
    this.#title = title;
  }

  /** The paragraph after the title: the introduction, or else a question already. */
  addFirst(paragraph: Paragraph, isAfterTwoEmptyLines: boolean): void {
    const [line] = paragraph;
    const isQuestion = isAfterTwoEmptyLines || readHeader(line).type !== undefined || isPageBreak(line);
    if (isQuestion) return this.add(paragraph);
    this.#prefix = paragraph.map(({ text }) => text).join("\n");
    this.#prefixLine = line.number;
  }

  add(paragraph: Paragraph): void {
    const [line, ...body] = paragraph;
    if (isPageBreak(line)) this.#pages.push({ line: line.number, questions: [] });
    else this.#addQuestion(line, body);
  }

  #addQuestion(line: TextLine, body: readonly TextLine[]): void {
    const { title, type = "radio", required = true, description, hasBrackets } = readHeader(line);
    const known = this.#problems.length;
    const refuse = (at: TextLine | undefined, message: string) =>
      void this.#problems.push({ line: at?.number ?? line.number, message });
    const isTypeUnknown = type === "radio" && hasBrackets && body.length === 0;
    if (isTypeUnknown)
      refuse(
        undefined,
        "no type has the name in the brackets, so this would be a single choice; look at the example for the names",
      );
    const { fields, lines } = isTypeUnknown ? nothing : readBody(type, body, { refuse });
    const value = { type, title, description, ...(type !== "description" && { required }), ...fields };
    if (this.#pages.length === 0) this.#pages.push({ line: line.number, questions: [] });
    const isRefused = this.#problems.length > known;
    this.#pages.at(-1)?.questions.push({ line, value, lines, isRefused });
  }

  finish(): ParsedSurveyText {
    const declared = {
      title: this.#title?.text ?? "",
      prefix: this.#prefix,
      pages: this.#pages.map(({ questions }) => ({ questions: questions.map(({ value }) => value) })),
    };
    const parsed = headSchema.safeParse(declared, { error: problemWords });
    const found = (parsed.error?.issues ?? []).filter(({ path }) => this.#draftAt(path)?.isRefused !== true);
    const problems = [
      ...this.#problems,
      ...found.map(({ path, message }) => ({ line: this.#lineOf(path), message })),
    ].toSorted((one, other) => one.line - other.line);
    return parsed.success && problems.length === 0
      ? { ok: true, survey: parsed.data }
      : { ok: false, problems };
  }

  #draftAt([, page, , question]: readonly PropertyKey[]): DraftQuestion | undefined {
    return this.#pages[Number(page)]?.questions[Number(question)];
  }

  #lineOf(path: readonly PropertyKey[]): number {
    const [part, page, , , list, entry] = path;
    if (part === "title") return 1;
    if (part === "prefix") return this.#prefixLine;
    const draft = this.#draftAt(path);
    return draft === undefined ? (this.#pages[Number(page)]?.line ?? 1) : lineIn(draft, list, entry);
  }
}

function lineIn({ line, lines }: DraftQuestion, list: PropertyKey = "", entry: PropertyKey = 0): number {
  return (lines[String(list)]?.[Number(entry)] ?? line).number;
}

function isPageBreak(line: TextLine): boolean {
  const [, label] = /^={3,}(.*?)={3,}$/.exec(line.plainText ?? "") ?? [];
  return label !== undefined && isPageBreakLabel(label);
}
