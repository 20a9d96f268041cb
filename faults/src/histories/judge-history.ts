import { codeOnce } from "../linearizability/code-once.ts";
import { findViolation } from "../linearizability/find-violation.ts";
import { newestToken, staleAccepts, type TokenOperation } from "../linearizability/newest-token.ts";
import type { HistoryRecorder } from "./history-recorder.ts";

/** The problems of a history. */
export interface Verdict {
  readonly staleAccepts: number;
  /** Operations that no sequential order explains. */
  readonly unexplained: number;
  /** All of it as sentences. */
  readonly violations: readonly string[];
}

/** Judges a history: the team's token and each code separately. */
export function judgeHistory(recorder: HistoryRecorder): Verdict {
  const stale = staleAccepts(recorder.tokenOperations);
  const token = findViolation(recorder.tokenOperations, newestToken);
  const codes = [...recorder.exchanges.values()].filter(
    (operations) => findViolation(operations, codeOnce) !== undefined,
  );
  return {
    staleAccepts: stale.length,
    unexplained: (token === undefined ? 0 : 1) + codes.length,
    violations: [
      ...stale.map((operation) => `a stale token was accepted: ${describe(operation)}`),
      ...(token === undefined ? [] : [`no order explains ${describe(token)}`]),
      ...codes.map((operations) => `no order explains the outcome of a code: ${JSON.stringify(operations)}`),
      ...recorder.strange,
    ],
  };
}

function describe({ input, output, calledAt, returnedAt }: TokenOperation): string {
  return `${JSON.stringify({ input, output })} from ${calledAt.toFixed(1)} to ${returnedAt.toFixed(1)} ms`;
}
