import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The cells of one row of a table, without the space around them. */
export type Row = readonly string[];

/** A page of `docs/reference`. */
export function readReference(name: string): string {
  return readFileSync(pathOf(name), "utf8");
}

/** Where a page of `docs/reference` is. */
export function pathOf(name: string): string {
  return join(import.meta.dirname, "../../../../../docs/reference", name);
}

/** What stands below a heading, up to the next heading of the same rank or a higher one. */
export function sectionOf(page: string, heading: string): string {
  const lines = page.split("\n");
  const start = lines.indexOf(heading);
  if (start === -1) throw new Error(`the page has no heading "${heading}"`);
  const rank = heading.indexOf(" ");
  const end = lines.findIndex(
    (line, index) => index > start && /^#+ /.test(line) && line.indexOf(" ") <= rank,
  );
  return lines.slice(start + 1, end === -1 ? undefined : end).join("\n");
}

/** The rows of every table in a text, each table without its head. */
export function tablesOf(text: string): readonly (readonly Row[])[] {
  const tables = text.match(/(?:^\|.*\n?)+/gm) ?? [];
  return tables.map((table) => table.trimEnd().split("\n").slice(2).map(cellsOf));
}

/** The page with other rows in its first table. */
export function withRows(page: string, rows: readonly Row[]): string {
  return page.replace(
    /^(\|.*\n\|[ |-]+\n)(?:\|.*\n)*/m,
    (_, head: string) => `${head}${rows.map(rowText).join("\n")}\n`,
  );
}

/** The page with another text below a heading, up to the next heading of the same rank or a higher one. */
export function withSection(page: string, heading: string, text: string): string {
  return page.replace(sectionOf(page, heading), () => `\n${text}`);
}

/** A row of a table, as a page has it. */
export function rowText(cells: Row): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
}

function cellsOf(line: string): Row {
  return line
    .slice(1, line.lastIndexOf("|"))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/** A text with its line breaks taken out, for looking sentences up in it. */
export function unwrapped(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
