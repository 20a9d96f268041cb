import { withoutEntities } from "../plain-html.ts";
import { tableOf } from "./text-table.ts";

/** Tags and texts of HTML that a library has written: no text has a `<`. */
const PIECE = /<(\/?)([a-z][a-z0-9]*)[^<>]*>|[^<]+/g;
/** Elements that end a line. */
const BLOCK = /^(?:p|h[1-6]|li|ol|ul|table|tr|td|th|br)$/;
/** Elements that are a line, if they are empty too. */
const LINE = /^(?:p|h[1-6]|li)$/;

/** A paragraph that is being read. */
interface OpenLine {
  readonly mark: "question" | "option" | "none";
  text: string;
}

interface OpenTable {
  readonly rows: string[][];
  /** Its paragraphs, for a table that is only a layout. */
  readonly lines: string[];
  /** Tables inside it are part of their cell. */
  depth: number;
}

/**
 * The lines of a document that has become HTML. Numbers of a list are those of questions; inside another list, and for bullets, they
 * are marks of options. A table to be filled in has a line for each row with tabs between the cells, as one that is pasted.
 */
export function linesOfHtml(html: string): readonly string[] {
  const reader = new HtmlReader();
  for (const [text, close, name = ""] of html.matchAll(PIECE))
    if (name === "") reader.text(withoutEntities(text));
    else if (name === "input") reader.text(text.includes("checked=") ? "☑ " : "☐ ");
    else if (BLOCK.test(name)) reader.block(name, close === "");
  return reader.lines;
}

class HtmlReader {
  readonly lines: string[] = [];
  readonly #lists: string[] = [];
  #table: OpenTable | undefined;
  #line: OpenLine | undefined;
  #count = 0;

  text(text: string): void {
    this.#line ??= { mark: "none", text: "" };
    this.#line.text += text.replaceAll("\t", "  ");
  }

  block(name: string, isStart: boolean): void {
    this.#endLine();
    if (name === "table") this.#tableBlock(isStart);
    else if (isStart) this.#open(name);
    else if (name === "ol" || name === "ul") this.#lists.pop();
  }

  #open(name: string): void {
    if (name === "ol" || name === "ul") this.#lists.push(name);
    if (LINE.test(name)) this.#line = { mark: name === "li" ? this.#mark() : "none", text: "" };
    if (this.#table?.depth === 1) this.#cell(this.#table, name);
  }

  #cell({ rows }: OpenTable, name: string): void {
    if (name === "tr") rows.push([]);
    if (name === "td" || name === "th") rows.at(-1)?.push("");
  }

  #mark(): OpenLine["mark"] {
    return this.#lists.length === 1 && this.#lists[0] === "ol" ? "question" : "option";
  }

  #tableBlock(isStart: boolean): void {
    this.#table ??= { rows: [], lines: [], depth: 0 };
    this.#table.depth += isStart ? 1 : -1;
    if (this.#table.depth > 0) return;
    const { rows, lines } = this.#table;
    this.#table = undefined;
    const read = tableOf(rows) === undefined ? lines : rows.map((cells) => cells.join("\t"));
    for (const line of read) this.lines.push(line);
  }

  #endLine(): void {
    if (this.#line === undefined) return;
    const { mark, text } = this.#line;
    this.#line = undefined;
    const plain = text.trim();
    (this.#table?.lines ?? this.lines).push(`${plain === "" ? "" : this.#prefix(mark)}${plain}`);
    const row = this.#table?.rows.at(-1);
    row?.push([row.pop() ?? "", plain].join(" ").trim());
  }

  #prefix(mark: OpenLine["mark"]): string {
    if (mark === "question") this.#count += 1;
    return { question: `${this.#count}. `, option: "• ", none: "" }[mark];
  }
}
