/** Something in a survey text that is wrong, or that its author may have meant otherwise. */
export interface TextProblem {
  /** From 1. */
  readonly line: number;
  /** What is wrong, in words that follow the number of the line. */
  readonly message: string;
}
