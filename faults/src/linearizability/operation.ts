/** One call of a history, with the times between which it took effect, if it did. */
export interface Operation<Input, Output> {
  readonly input: Input;
  /** What was answered. Absent when there was no answer: it may have happened, at any time since, or never. */
  readonly output?: Output;
  /** When it was sent; any clock that never goes back. */
  readonly calledAt: number;
  /** When its answer was there; infinity without an answer. */
  readonly returnedAt: number;
}

/** What one caller at a time would see. */
export interface Model<Input, Output> {
  /** The state before the first operation. States are texts, so that two of them are easily compared. */
  readonly initial: string;
  /**
   * The state after an operation; nothing when it cannot have been answered so in this state. Without an output
   * it is the state after an operation that happened and told nobody.
   */
  apply(state: string, input: Input, output: Output | undefined): string | undefined;
  /** Whether an operation that was answered so leaves every state as it is. */
  isReading(input: Input, output: Output): boolean;
}
