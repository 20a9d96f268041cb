import type { Model, Operation } from "./operation.ts";

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
