import type { InTurns } from "../../model/in-turns.ts";
import { FileProblem } from "../file-problem.ts";
import type { NeutralOption, NeutralPage, NeutralQuestion, NeutralSurvey } from "../neutral-survey.ts";
import { SourceTexts } from "../source-texts.ts";
import { guessType } from "./guess-type.ts";
import { cellsOf, isHeading, tableOf, type TextTable } from "./text-table.ts";
import { markedLine, type MarkedLine, optionsOfLine } from "./text-marks.ts";

interface OpenQuestion {
  readonly text: string;
  readonly options: string[];
  /** Lines without a mark that follow at once: options, if there are several. */
  readonly plain: string[];
  /** Lines of a table: its heading and the rows that follow at once. */
  readonly rows: (readonly string[])[];
  /** A line was left free after its parts. */
  isClosed: boolean;
  /** A line was left free after it. */
  hasGap: boolean;
}

interface OpenPage {
  readonly title: string;
  readonly questions: NeutralQuestion[];
}

const CLOSING = /谢谢|感谢|再见|thank|the end/i;
const linesInTurn = 200;

/** Reads a questionnaire as people write it: questions by their numbers, options by their marks, types by their words. */
export function* readText(lines: readonly string[]): InTurns<NeutralSurvey> {
  const reader = new TextReader();
  for (const [at, line] of lines.entries()) {
    reader.take(line);
    if (at % linesInTurn === 0) yield;
  }
  return reader.survey();
}

class TextReader {
  readonly #texts = new SourceTexts(/(?!)/g);
  readonly #before: string[] = [];
  readonly #after: string[] = [];
  readonly #pages: OpenPage[] = [{ title: "", questions: [] }];
  #question: OpenQuestion | undefined;
  /** The style of the numbers of questions: numbers of another style are marks of options. */
  #style: string | undefined;
  #count = 0;

  take(line: string): void {
    const marked = markedLine(line);
    if (marked.kind === "blank") this.#blank();
    else if (this.#isRow(line, marked)) this.#row(line);
    else if (marked.kind === "section") this.#section(marked.text);
    else if (this.#isQuestion(marked)) this.#open(marked);
    else if (marked.kind === "plain") this.#plain(marked.text);
    else this.#options(line, marked);
  }

  survey(): NeutralSurvey {
    this.#close();
    if (this.#count === 0)
      throw new FileProblem(
        "has no questions: each begins with its number, such as “1.”, and options with “A.”",
      );
    const [title = "", ...prefix] = this.#before;
    return {
      title: this.#texts.plain("", title),
      prefix: this.#texts.plain("", prefix.join("\n")),
      suffix: this.#texts.plain("", this.#after.join("\n")),
      pages: this.#pages.map((page, at): NeutralPage => ({
        ...page,
        name: `page ${at + 1}`,
        description: "",
      })),
      jumps: [],
      losses: this.#texts.losses,
    };
  }

  /** A table follows its question, or one remark, and its rows at once; they may have numbers of their own. */
  #isRow(line: string, { kind }: MarkedLine): boolean {
    if (this.#question === undefined) return false;
    const { options, plain, rows, isClosed } = this.#question;
    if (rows.length > 0) return !isClosed && (kind === "plain" || line.includes("\t"));
    return options.length === 0 && plain.length <= 1 && isHeading(line);
  }

  #isQuestion({ kind, style }: MarkedLine): boolean {
    return kind === "question" && (this.#style === undefined || this.#style === style);
  }

  #open({ text, style }: MarkedLine): void {
    this.#close();
    this.#continue();
    this.#style = style;
    this.#question = { text, options: [], plain: [], rows: [], isClosed: false, hasGap: false };
  }

  #blank(): void {
    if (this.#question === undefined) return;
    this.#question.hasGap = true;
    const { options, plain, rows } = this.#question;
    this.#question.isClosed = options.length + plain.length + rows.length > 0;
  }

  #row(line: string): void {
    if (this.#question === undefined) return;
    this.#question.isClosed = false;
    this.#question.rows.push(cellsOf(line));
  }

  #section(text: string): void {
    this.#close();
    this.#continue();
    if (this.#pages.at(-1)?.questions.length === 0) this.#pages.pop();
    this.#pages.push({ title: text, questions: [] });
  }

  #options(line: string, { text }: MarkedLine): void {
    if (this.#question === undefined) this.#before.push(text);
    else for (const option of optionsOfLine(line)) this.#question.options.push(option);
  }

  #plain(text: string): void {
    const question = this.#question;
    if (question === undefined && this.#count === 0) this.#before.push(text);
    else if (question === undefined || question.isClosed || (question.hasGap && CLOSING.test(text)))
      this.#paragraph(text);
    else question.plain.push(text);
  }

  /** What stands by itself behind a question: the end, or a paragraph. */
  #paragraph(text: string): void {
    this.#close();
    if (CLOSING.test(text) || this.#after.length > 0) {
      this.#after.push(text);
      return;
    }
    this.#add({ name: `paragraph ${this.#count + 1}`, type: "description", title: text });
  }

  /** What was taken for the end was none. */
  #continue(): void {
    for (const text of this.#after.splice(0)) this.#add({ name: text, type: "description", title: text });
  }

  #close(): void {
    const question = this.#question;
    this.#question = undefined;
    if (question === undefined) return;
    const table = tableOf(question.rows);
    // Cells of what is no table are lines.
    const cells = table === undefined ? question.rows.flat().filter((text) => text !== "") : [];
    const plain = [...question.plain, ...cells];
    const areOptions = question.options.length === 0 && plain.length > 1;
    const options = areOptions ? plain : question.options;
    const below = table === undefined ? (options.length > 0 ? "options" : "nothing") : "table";
    const { title, isNamed, ...byWords } = guessType(question.text, below);
    const guessed =
      table === undefined ? { ...byWords, options: options.map(optionOf) } : withTable(byWords, table);
    this.#count += 1;
    const name = `question ${this.#count}`;
    if (!isNamed) this.#texts.lose(title.slice(0, 60).toWellFormed(), "guessed", guessed.type);
    const description = areOptions ? "" : this.#texts.plain(name, plain.join("\n"));
    const made = { ...guessed, name, title: this.#texts.plain(name, title), description };
    this.#add(made);
  }

  #add(question: NeutralQuestion): void {
    this.#pages.at(-1)?.questions.push(question);
  }
}

/** A scale of words is a choice. */
function withTable({ type, ...byWords }: Pick<NeutralQuestion, "type" | "fields">, table: TextTable) {
  return { type: type === "matrix_star" ? ("matrix_radio" as const) : type, ...byWords, ...table };
}

/** A line to fill in makes a blank of an option. */
function optionOf(text: string, at: number): NeutralOption {
  const hasBlank = /[_＿]{2,}/.test(text);
  const plain = text.replaceAll(/[（(]?[_＿]{2,}[）)]?/g, "").trim();
  return { code: String(at + 1), text: plain || text, hasBlank };
}
