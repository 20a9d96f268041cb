/** Where something stands in a survey text. */
export interface TextPlace {
  /** From 1. */
  readonly line: number;
  /** The first character that it is about, from 1; of lines that a backslash joins, within all of them. */
  readonly column: number;
}

/** Something in a survey text that is wrong, or that its author may have meant otherwise. */
export interface TextProblem extends TextPlace {
  /** What is wrong, in words that follow the number of the line. */
  readonly message: string;
}
