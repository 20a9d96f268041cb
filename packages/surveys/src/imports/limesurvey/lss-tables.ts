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

/** Finds the rows with a column of a value, in the order of another column. */
export function rowsBy(
  rows: readonly LssRow[],
  column: string,
  order: string,
): (value: string) => readonly LssRow[] {
  const groups = Map.groupBy(rows, (row) => row[column] ?? "");
  return (value) =>
    (groups.get(value) ?? []).toSorted((one, other) => Number(one[order] ?? 0) - Number(other[order] ?? 0));
}

/** What rows in several languages have in common. */
function keyOf(row: LssRow): string {
  return ["gid", "qid", "code", "scale_id"].map((column) => row[column] ?? "").join(" ");
}

/** The number of a row; answers of some files have none, and are told apart by their question and code. */
function idOf(row: LssRow, column: string): string {
  return row[column] ?? `${row["qid"] ?? ""} ${row["code"] ?? ""}`;
}

/** A row with the texts of the own language where it has none. */
function filledFrom(own: LssRow | undefined, row: LssRow): LssRow {
  return { ...own, ...Object.fromEntries(Object.entries(row).filter(([, text]) => text !== "")) };
}

function languageOf(row: LssRow): string {
  return valueIn(row, "language", "surveyls_language", "quotals_language");
}

/**
 * The tables of a survey. Files of version 4 and later have the texts in tables of their own (`…_l10ns`); earlier ones repeat each row
 * for each language.
 */
export class LssTables {
  readonly #root: XmlElement;
  /** The survey's own one first. */
  readonly languages: readonly string[];
  /** Of the texts; the survey's own one stands in where it has none. */
  readonly #language: string;
  readonly #own: string;
  readonly #texts = new Map<string, ReadonlyMap<string, LssRow>>();

  /** @param language of the texts; default: the survey's own one */
  constructor(root: XmlElement, language?: string) {
    this.#root = root;
    const [survey] = lssRows(root, "surveys");
    const listed = (childOf(root, "languages")?.children ?? []).map(({ text }) => text.trim());
    this.#own = valueIn(survey, "language") || (listed[0] ?? "");
    this.#language = language ?? this.#own;
    this.languages = [...new Set([this.#own, ...listed])].filter((one) => one !== "");
  }

  /** The rows of a table, each once, with the texts of the language. */
  rows(table: string, key?: { readonly column: string; readonly texts: string }): readonly LssRow[] {
    const rows = this.#inLanguage(lssRows(this.#root, table));
    if (key === undefined) return rows;
    const texts = this.#textsOf(key.texts, key.column);
    return rows.map((row) => ({ ...texts.get(idOf(row, key.column)), ...row }));
  }

  #textsOf(table: string, column: string): ReadonlyMap<string, LssRow> {
    const known = this.#texts.get(table);
    if (known !== undefined) return known;
    const rows = lssRows(this.#root, table);
    const inOrder = [this.#own, this.#language].flatMap((one) => rows.filter((row) => this.#isOf(one, row)));
    const made = new Map<string, LssRow>();
    for (const row of inOrder) made.set(idOf(row, column), filledFrom(made.get(idOf(row, column)), row));
    this.#texts.set(table, made);
    return made;
  }

  /** A `language` of a question is that of its texts; other columns of this name mean the same. */
  #isOf(language: string, row: LssRow): boolean {
    const named = languageOf(row);
    return named === "" || language === "" || named === language;
  }

  /** Each row of the survey's own language, or the same in the other language where it is there. */
  #inLanguage(rows: readonly LssRow[]): readonly LssRow[] {
    const own = rows.filter((row) => this.#isOf(this.#own, row));
    if (this.#language === this.#own) return own;
    const others = rows.filter((row) => languageOf(row) === this.#language);
    const translated = new Map(others.map((row) => [keyOf(row), row]));
    return own.map((row) => filledFrom(row, translated.get(keyOf(row)) ?? row));
  }
}
