import type { ExportedAnswer } from "./exported-answer.ts";

/**
 * What a cell holds: a text, a number, a moment in ms UTC where the column is of the kind `time`, what a respondent gave as a
 * day, a time of day or both where it is of the kind `date` (`2026-11-22 08:05`), the code of a choice where it is of the
 * kind `choice`, or undefined for an empty cell.
 */
export type Cell = string | number | undefined;

/** A value of a column of choices. */
export interface ColumnChoice {
  /**
   * Counts the options in the order in which they first appeared, so that a later edit never changes a code. Where columns are named by
   * codes and each option has a whole number as its own, that one.
   */
  readonly code: number;
  readonly id: string;
  readonly text: string;
  /** What tables for people have in their cells. */
  readonly shown: string | number;
  /** Whether the newest version does not have it any more. */
  readonly isArchived: boolean;
}

/** The question that a column belongs to. */
export interface ColumnQuestion {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** The codes of the question and its parts, by their ids. */
  readonly codes: ReadonlyMap<string, string>;
  /** Id of the matrix row; "" where there is none. */
  readonly rowId: string;
  /** Id of the option or of the blank that has this column for itself; "" where there is none. */
  readonly partId: string;
  /** Versions that have the question, or the part of it that the column is about. */
  readonly firstVersion: number;
  readonly lastVersion: number;
  /** Whether the newest version does not have it any more. */
  readonly isArchived: boolean;
  /** Whether answers say who somebody is or how to reach them. */
  readonly isPersonal: boolean;
}

/** What columns are named by and choices are written as: ids and texts, or the codes that questions and options have. */
export type ColumnNaming = "ids" | "codes";

/** One column of an export. */
export interface ExportColumn {
  /** Made of ids or codes, so that it stays the same in every export: letters, digits and `_`, at most 64, unique in any case. */
  readonly name: string;
  /** What the column is about, for people. */
  readonly title: string;
  /** What tables for people have above it: its title, or its name where columns are named by codes. */
  readonly head: string;
  readonly kind: "text" | "number" | "time" | "date" | "choice";
  /** What statistics may do with the values: count them, order them, or calculate with them. */
  readonly measure: "nominal" | "ordinal" | "scale";
  /** The values of a choice; empty for other kinds. */
  readonly choices: readonly ColumnChoice[];
  /** Undefined for what is known of the answer itself, such as its times. */
  readonly question: ColumnQuestion | undefined;
  readonly cell: (answer: ExportedAnswer) => Cell;
}
