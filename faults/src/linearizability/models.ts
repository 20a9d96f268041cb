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

/** The result of an exchange: whether it gave tokens. */
export interface ExchangeOutput {
  readonly exchanged: boolean;
}

/** One attempt to exchange a certain code. */
export type ExchangeOperation = Operation<"exchange", ExchangeOutput>;

/** A code gives tokens once; it is refused after that and not before. */
export const codeOnce: Model<"exchange", ExchangeOutput> = {
  initial: "unused",
  apply(state, _input, output) {
    if (output === undefined) return "used";
    return output.exchanged === (state === "unused") ? "used" : undefined;
  },
  isReading: (_input, { exchanged }) => !exchanged,
};

/** An operation on a team's token. */
export type TokenInput = "issue" | { readonly check: string };

/** The issued token, or whether a token was accepted. */
export type TokenOutput = { readonly issued: string } | { readonly accepted: boolean };

/** One call about a team's token. */
export type TokenOperation = Operation<TokenInput, TokenOutput>;

/** A token whose response was lost. */
const untold = "?";

/** A register that holds the newest token: only that one is accepted. */
export const newestToken: Model<TokenInput, TokenOutput> = {
  initial: "",
  apply(state, input, output) {
    if (input === "issue")
      return output === undefined ? untold : "issued" in output ? output.issued : undefined;
    if (output === undefined) return state;
    return "accepted" in output && output.accepted === (state === input.check) ? state : undefined;
  },
  isReading: (input) => input !== "issue",
};

/**
 * Accepted tokens that cannot have been the newest: the response with a later one came before they were sent.
 * It needs no search, and finds the plain cases even if the search were wrong.
 */
export function staleAccepts(history: readonly TokenOperation[]): readonly TokenOperation[] {
  const issues = history.filter(({ input, output }) => input === "issue" && output !== undefined);
  const issueOf = new Map(issues.map((issue) => [issuedBy(issue), issue]));
  // Only the latest call among the issues answered before a time matters.
  const byReturn = issues.toSorted((a, b) => a.returnedAt - b.returnedAt);
  return history.filter(({ input, output, calledAt }) => {
    if (input === "issue" || output === undefined || !("accepted" in output) || !output.accepted)
      return false;
    const own = issueOf.get(input.check);
    return (
      own !== undefined &&
      byReturn.some((later) => later.returnedAt < calledAt && later.calledAt > own.returnedAt)
    );
  });
}

function issuedBy({ output }: TokenOperation): string {
  return output !== undefined && "issued" in output ? output.issued : "";
}
