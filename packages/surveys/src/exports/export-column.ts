import type { ExportedAnswer } from "./exported-answer.ts";

/**
 * What a cell holds: a text, a number, a moment in ms UTC where the column is of the kind `time`, what a respondent gave as a
 * day, a time of day or both where it is of the kind `date` (`2026-11-22 08:05`), the code of a choice where it is of the
 * kind `choice`, or undefined for an empty cell.
 */
export type Cell = string | number | undefined;

/** A value of a column of choices. */
export interface ColumnChoice {
  /** Counts the options in the order in which they first appeared, so that a later edit never changes a code. */
  readonly code: number;
  readonly id: string;
  readonly text: string;
  /** Whether the newest version does not have it any more. */
  readonly isArchived: boolean;
}

/** The question that a column belongs to. */
export interface ColumnQuestion {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** Id of the matrix row; "" where there is none. */
  readonly rowId: string;
  /** Id of the option or of the blank that has this column for itself; "" where there is none. */
  readonly partId: string;
  /** Versions that have the question, or the part of it that the column is about. */
  readonly firstVersion: number;
  readonly lastVersion: number;
  /** Whether the newest version does not have it any more. */
  readonly isArchived: boolean;
}

/** One column of an export. */
export interface ExportColumn {
  /** Made of ids, so that it stays the same in every export: letters, digits and `_`, at most 64, unique in any case. */
  readonly name: string;
  /** What people read above the column. */
  readonly title: string;
  readonly kind: "text" | "number" | "time" | "date" | "choice";
  /** What statistics may do with the values: count them, order them, or calculate with them. */
  readonly measure: "nominal" | "ordinal" | "scale";
  /** The values of a choice; empty for other kinds. */
  readonly choices: readonly ColumnChoice[];
  /** Undefined for what is known of the answer itself, such as its times. */
  readonly question: ColumnQuestion | undefined;
  readonly cell: (answer: ExportedAnswer) => Cell;
}
