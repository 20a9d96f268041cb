/** One call of a history, with the times between which it took effect, if it did. */
export interface Operation<Input, Output> {
  readonly input: Input;
  /** The response. Absent when there was none: the call may have taken effect at any time since, or never. */
  readonly output?: Output;
  /** When it was sent; any clock that never goes back. */
  readonly calledAt: number;
  /** When its response arrived; infinity without a response. */
  readonly returnedAt: number;
}

/** The sequential model: what one caller at a time would see. */
export interface Model<Input, Output> {
  /** The state before the first operation. States are texts, so that two of them are easily compared. */
  readonly initial: string;
  /**
   * The state after an operation; undefined when its response is impossible in this state. Without an output it is
   * the state after an operation whose response was lost.
   */
  apply(state: string, input: Input, output: Output | undefined): string | undefined;
  /** Whether an operation with this response changes no state. */
  isReading(input: Input, output: Output): boolean;
}
