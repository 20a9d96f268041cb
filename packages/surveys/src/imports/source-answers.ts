/** Answers that a file of another system has beside its survey: a table whose columns name questions by their codes. */
export interface SourceAnswers {
  /** The part of the file that they are in. */
  readonly fileName: string;
  readonly columns: readonly SourceColumn[];
  readonly rows: readonly SourceRow[];
  /** Answers that were begun and not sent; they are not among the rows. */
  readonly unsent: number;
}

/** What a column is about. */
export type SourceColumn =
  | { readonly kind: "started" | "ended" }
  | {
      readonly kind: "question";
      /** Codes, as in the survey that is made of the file. */
      readonly question: string;
      readonly row?: string;
      /** Of an option, a column of a matrix, or a blank. */
      readonly part?: string;
      /** Whether the column has what was written into the blank of the option. */
      readonly isBlankOfOption?: boolean;
    };

/** An answer. */
export interface SourceRow {
  /** By which the file names it. */
  readonly name: string;
  /** In the order of the columns; "" for none. */
  readonly cells: readonly string[];
}
