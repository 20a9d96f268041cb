import type { z } from "zod";
import {
  declaredQuestionSchema,
  type DeclaredPages,
  type DeclaredQuestion,
} from "../declared/declared-pages.ts";
import { declaredText, surveyLimits } from "../question-types/declared-text.ts";
import { problemWords } from "../declared/problem-words.ts";
import { atOnce, type InTurns } from "../model/in-turns.ts";
import { isPageBreakLabel } from "./labels.ts";
import type { TextProblem } from "./text-problem.ts";
import { readQuestion } from "./read-question.ts";
import { readHeader } from "./read-header.ts";
import { linesOfText, longestLine, TextLine } from "./text-line.ts";

/** A survey as its text says it; everything that the text form cannot say has its default. */
export interface TextSurvey {
  readonly title: string;
  /** Welcome text; "" for none. */
  readonly prefix: string;
  readonly pages: DeclaredPages;
}

/** A survey, or what is wrong with its text. */
export type ParsedSurveyText =
  | {
      readonly ok: true;
      readonly survey: TextSurvey;
      /** What was kept as text, and may have been meant otherwise. */
      readonly notes: readonly TextProblem[];
    }
  | { readonly ok: false; readonly problems: readonly TextProblem[] };

/** Longest text of a survey, in bytes. */
export const longestSurveyText = 200 * 1024;

/** Most problems that are looked for: their reader corrects some first. */
const problemsMaximum = 50;
/** A linked choice has the most lines: its title, its levels and its paths. */
const linesOfQuestion = surveyLimits.paths + 2;
/** Lines that are read in a turn where they are empty. */
const linesInTurn = 500;

/**
 * Reads a survey from its text form.
 *
 * First line the title, an empty line, an introduction, an empty line, then one paragraph per question:
 * `Title[Type][Required](description)`, with a line for each option, row or blank below it. `=== Page Break ===`
 * begins a page. A paragraph after one empty line whose first line has no labels is the introduction; a
 * second empty line after the title says that there is none. A text that is not understood is refused whole.
 *
 * @param text lines that end with LF, CRLF or CR
 * @example
 * parseSurveyText("Lunch\n\n\n\nDid you like it?[Single Choice]\nYes\nNo");
 */
export function parseSurveyText(text: string): ParsedSurveyText {
  return atOnce(surveyTextInTurns(text));
}

/** Reads a survey from its text form, a paragraph in a turn, up to the first limit that it passes. */
export function* surveyTextInTurns(text: string): InTurns<ParsedSurveyText> {
  if (Buffer.byteLength(text) > longestSurveyText)
    return {
      ok: false,
      problems: [{ line: 1, column: 1, message: `begins a text of more than ${longestSurveyText} bytes` }],
    };
  const lines = linesOfText(text);
  const title = lines.next();
  const draft = new Draft(title.done === true ? new TextLine(1, "") : title.value);
  for (const paragraph of paragraphsOf(lines)) {
    if (paragraph !== undefined) draft.add(paragraph);
    if (draft.isFull) break;
    yield;
  }
  return draft.finish();
}

/** Lines without an empty one among them, or a page break alone. */
interface Paragraph {
  readonly first: TextLine;
  readonly body: readonly TextLine[];
  readonly emptyLinesBefore: number;
  /** Whether it has more lines, or a longer one, than any question. */
  readonly isTooLong: boolean;
}

/** Now and then there is none yet: many lines can be empty. */
function* paragraphsOf(lines: Iterable<TextLine>): Generator<Paragraph | undefined> {
  let found: TextLine[] = [];
  let [emptyLines, count] = [0, 0];
  const paragraph = function* (): Generator<Paragraph> {
    const [first, ...body] = found;
    if (first === undefined) return;
    const isTooLong = body.length >= linesOfQuestion || found.some(({ text }) => text.length > longestLine);
    yield { first, body, emptyLinesBefore: emptyLines, isTooLong };
    found = [];
    emptyLines = 0;
  };
  for (const line of lines) {
    count += 1;
    if (count % linesInTurn === 0) yield;
    const isBreak = isPageBreak(line);
    if (isBreak || line.isEmpty || found.length > linesOfQuestion) yield* paragraph();
    if (line.isEmpty) emptyLines += 1;
    else found.push(line);
    if (isBreak) yield* paragraph();
  }
  yield* paragraph();
}

/** What a text is instead, by its first line: a survey would be made of its lines all the same. */
function otherSourceOf(title: string): string | undefined {
  if (title.includes("\t")) return "has tabs between words: this is a table, and not a survey text";
  if (/^<(?:\?xml|!doctype|html|document)\b/i.test(title)) return "is XML or HTML, and not a survey text";
  return /^\{\s*(?:"|$)/.test(title) ? "is JSON, and not a survey text" : undefined;
}

/** What was read so far. */
class Draft {
  readonly #title: TextLine;
  readonly #pages: { readonly begin: TextLine; readonly questions: DeclaredQuestion[]; count: number }[] = [];
  readonly #problems: TextProblem[] = [];
  readonly #notes: TextProblem[] = [];
  readonly #codes = new Set<string>();
  #prefix = "";
  #prefixBegin: TextLine;
  #isBegun = false;
  #isLimitPassed = false;

  constructor(title: TextLine) {
    this.#title = title;
    this.#prefixBegin = title;
    const other = otherSourceOf(title.text);
    if (other !== undefined) this.#passLimit(title, other);
    this.#check(declaredText(1, surveyLimits.title), title.text, title);
  }

  /** Whether nothing more has to be read. */
  get isFull(): boolean {
    return this.#isLimitPassed || this.#problems.length >= problemsMaximum;
  }

  add(paragraph: Paragraph): void {
    const isFirst = !this.#isBegun;
    this.#isBegun = true;
    if (paragraph.isTooLong) this.#passLimit(paragraph.first, "has more text than a question can have");
    else if (isFirst && isIntroduction(paragraph)) this.#addIntroduction(paragraph);
    else if (isPageBreak(paragraph.first)) this.#addPage(paragraph.first);
    else this.#addQuestion(paragraph);
  }

  finish(): ParsedSurveyText {
    if (!this.#isLimitPassed)
      for (const { begin, count } of this.#pages)
        if (count === 0) this.#refuse(begin, "a page needs a question");
    if (this.#prefix !== "" && this.#pages.length === 0)
      this.#note(this.#prefixBegin, "is the introduction, as it has no labels, and there is no question");
    if (this.#problems.length > 0)
      return { ok: false, problems: this.#problems.toSorted(byPlace).slice(0, problemsMaximum) };
    const pages = this.#pages.map(({ questions }) => ({ questions }));
    return {
      ok: true,
      survey: { title: this.#title.text, prefix: this.#prefix, pages },
      notes: this.#notes.toSorted(byPlace),
    };
  }

  #addIntroduction({ first, body }: Paragraph): void {
    this.#prefix = [first, ...body].map(({ text }) => text).join("\n");
    this.#prefixBegin = first;
    this.#check(declaredText(0, surveyLimits.description), this.#prefix, first);
  }

  #addPage(begin: TextLine): void {
    this.#pages.push({ begin, questions: [], count: 0 });
    if (this.#pages.length > surveyLimits.pages)
      this.#passLimit(begin, `a survey can have at most ${surveyLimits.pages} pages`);
  }

  #addQuestion({ first, body }: Paragraph): void {
    if (this.#pages.length === 0) this.#addPage(first);
    const page = this.#pages.at(-1);
    if (page === undefined) return;
    page.count += 1;
    const most = surveyLimits.questionsPerPage;
    if (page.count > most) return this.#passLimit(first, `a page can have at most ${most} questions`);
    const { value, notes, problems, partAt } = readQuestion(first, body);
    this.#notes.push(...notes);
    this.#problems.push(...problems);
    // What was read from lines that are wrong themselves is not looked at.
    if (problems.length > 0) return;
    const question = this.#check(declaredQuestionSchema, value, first, partAt);
    if (question === undefined) return;
    page.questions.push(question);
    const { code = "" } = question;
    if (this.#codes.has(code)) this.#refuse(first, `[#${code}] is the code of another question`);
    if (code !== "") this.#codes.add(code);
  }

  #check<Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    whole: TextLine,
    partAt: (path: readonly PropertyKey[]) => TextLine = () => whole,
  ): z.output<Schema> | undefined {
    const parsed = schema.safeParse(value, { error: problemWords });
    for (const { path, message } of parsed.error?.issues ?? []) this.#refuse(partAt(path), message);
    return parsed.data;
  }

  #passLimit(at: TextLine, message: string): void {
    this.#refuse(at, message);
    this.#isLimitPassed = true;
  }

  #refuse({ place }: TextLine, message: string): void {
    this.#problems.push({ ...place, message });
  }

  #note({ place }: TextLine, message: string): void {
    this.#notes.push({ ...place, message });
  }
}

/** `1.`, `1、` or `Q1:`, with lines below, begins the first question and no introduction. */
export const FIRST_NUMBER = /^(?:[Qq]\s?)?1\s*[.．、:：)）]/;

function isIntroduction({ first, body, emptyLinesBefore }: Paragraph): boolean {
  if (emptyLinesBefore !== 1 || isPageBreak(first) || readHeader(first).isMarked) return false;
  return !(FIRST_NUMBER.test(first.text) && body.length > 0) && readHeader(first).type === undefined;
}

function isPageBreak(line: TextLine): boolean {
  const [, label] = /^={3,}(.*?)={3,}$/.exec(line.plainText ?? "") ?? [];
  return label !== undefined && isPageBreakLabel(label);
}

function byPlace(one: TextProblem, other: TextProblem): number {
  return one.line - other.line || one.column - other.column;
}
