import { childOf, type XmlElement } from "../parse-xml.ts";

/** A row of a table in a `.lss` file, by its columns. */
export type LssRow = Readonly<Record<string, string>>;

/** The rows of a table in a `.lss` file. */
export function lssRows(root: XmlElement, table: string): readonly LssRow[] {
  const rows = childOf(childOf(root, table), "rows")?.children ?? [];
  return rows.map((row) =>
    Object.fromEntries(row.children.map(({ name, text }) => [name, text.trim()] as const)),
  );
}

/** The first of some columns that has something in it. */
export function valueIn(row: LssRow | undefined, ...columns: readonly string[]): string {
  for (const column of columns) {
    const value = row?.[column] ?? "";
    if (value !== "") return value;
  }
  return "";
}

/** The rows with a column of this value, in the order of another column. */
export function rowsWith(
  rows: readonly LssRow[],
  column: string,
  value: string,
  order: string,
): readonly LssRow[] {
  return rows
    .filter((row) => row[column] === value)
    .toSorted((one, other) => Number(one[order] ?? 0) - Number(other[order] ?? 0));
}

/**
 * The tables of a survey. Files of version 4 and later have the texts in tables of their own (`…_l10ns`); earlier ones repeat each row
 * for each language.
 */
export class LssTables {
  readonly #root: XmlElement;
  readonly languages: readonly string[];
  readonly #language: string;
  readonly #texts = new Map<string, ReadonlyMap<string, LssRow>>();

  constructor(root: XmlElement) {
    this.#root = root;
    const [survey] = lssRows(root, "surveys");
    const listed = (childOf(root, "languages")?.children ?? []).map(({ text }) => text.trim());
    this.#language = valueIn(survey, "language") || (listed[0] ?? "");
    this.languages = [...new Set([this.#language, ...listed])].filter((language) => language !== "");
  }

  /** The rows of a table, each once, with the texts of the first language of the survey. */
  rows(table: string, key?: { readonly column: string; readonly texts: string }): readonly LssRow[] {
    const rows = lssRows(this.#root, table).filter((row) => this.#isOfLanguage(row));
    if (key === undefined) return rows;
    const texts = this.#textsOf(key.texts, key.column);
    return rows.map((row) => ({ ...texts.get(row[key.column] ?? ""), ...row }));
  }

  #textsOf(table: string, column: string): ReadonlyMap<string, LssRow> {
    const known = this.#texts.get(table);
    if (known !== undefined) return known;
    const rows = lssRows(this.#root, table).filter((row) => this.#isOfLanguage(row));
    const made = new Map(rows.map((row) => [row[column] ?? "", row]));
    this.#texts.set(table, made);
    return made;
  }

  /** A `language` of a question is that of its texts; other columns of this name mean the same. */
  #isOfLanguage(row: LssRow): boolean {
    const language = valueIn(row, "language", "surveyls_language", "quotals_language");
    return language === "" || this.#language === "" || language === this.#language;
  }
}
