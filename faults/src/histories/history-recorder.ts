import { findViolation } from "../linearizability/find-violation.ts";
import {
  codeOnce,
  newestToken,
  staleAccepts,
  type ExchangeOperation,
  type TokenOperation,
} from "../linearizability/models.ts";
import type { CallResult } from "../ledger/platform-calls.ts";

/** A finished call. */
export interface TimedCall {
  readonly calledAt: number;
  readonly returnedAt: number;
  readonly result: CallResult;
}

/** Whether the call took effect, according to its response; undefined when unknown. */
type Answer = { readonly type: string; readonly data: Readonly<Record<string, unknown>> } | undefined;

/** How many of the newest tokens are used at intervals, including the newest. */
const rememberedTokens = 4;

/** Records the calls about one team's token and some codes, and their responses. */
export class HistoryRecorder {
  readonly tokenOperations: TokenOperation[] = [];
  readonly exchanges = new Map<string, ExchangeOperation[]>();
  /** Responses that no call of a history may get. */
  readonly strange: string[] = [];
  answered = 0;
  unanswered = 0;
  readonly #longestMilliseconds: number;
  /** Tokens in the order of their responses; a history has their numbers, not the tokens. */
  readonly #issued: string[] = [];

  /** @param longestMilliseconds within which every node that lives responds. Default: no limit */
  constructor(longestMilliseconds = Infinity) {
    this.#longestMilliseconds = longestMilliseconds;
  }

  /** The tokens of the last responses, with their names in the history; the newest is last. */
  get newest(): readonly { readonly name: string; readonly token: string }[] {
    const first = Math.max(0, this.#issued.length - rememberedTokens);
    return this.#issued.slice(first).map((token, index) => ({ name: nameOf(first + index), token }));
  }

  issue(call: TimedCall): void {
    const answer = this.#read(call, [""]);
    const { calledAt, returnedAt } = call;
    if (answer === undefined) {
      if (mayHaveHappened(call)) this.tokenOperations.push({ input: "issue", ...never(calledAt) });
      return;
    }
    const issued = nameOf(this.#issued.length);
    this.#issued.push(String(answer.data["access_token"]));
    this.tokenOperations.push({ input: "issue", output: { issued }, calledAt, returnedAt });
  }

  check(name: string, call: TimedCall): void {
    const answer = this.#read(call, ["", "invalid_token"]);
    if (answer === undefined) return;
    const { calledAt, returnedAt } = call;
    const output = { accepted: answer.type === "" };
    this.tokenOperations.push({ input: { check: name }, output, calledAt, returnedAt });
  }

  exchange(code: string, call: TimedCall): void {
    const answer = this.#read(call, ["", "invalid_grant"]);
    const operations = this.exchanges.get(code) ?? [];
    this.exchanges.set(code, operations);
    const { calledAt, returnedAt } = call;
    const output = { exchanged: answer?.type === "" };
    if (answer !== undefined) operations.push({ input: "exchange", output, calledAt, returnedAt });
    else if (mayHaveHappened(call)) operations.push({ input: "exchange", ...never(calledAt) });
  }

  /** A server that reports an unavailable database does not know whether the call took effect. */
  #read({ result, calledAt, returnedAt }: TimedCall, expected: readonly string[]): Answer {
    const milliseconds = returnedAt - calledAt;
    if (milliseconds > this.#longestMilliseconds)
      this.strange.push(
        `a call took ${milliseconds.toFixed(0)} ms, at most ${this.#longestMilliseconds} are allowed`,
      );
    if (result.status === "none" && !result.isSent) return undefined;
    if (result.status === "none" || result.body.error.type === "storage_unavailable") {
      this.unanswered += 1;
      return undefined;
    }
    const { type } = result.body.error;
    if (expected.includes(type)) {
      this.answered += 1;
      return { type, data: result.body.data };
    }
    this.strange.push(`a call was answered ${result.status} ${type}`);
    return undefined;
  }
}

function nameOf(number: number): string {
  return `token ${number}`;
}

function never(calledAt: number) {
  return { calledAt, returnedAt: Infinity };
}

function mayHaveHappened({ result }: TimedCall): boolean {
  return result.status !== "none" || result.isSent;
}

/** Judges a history: the team's token and each code separately. @returns the problems, as numbers and as sentences */
export function judgeHistory(recorder: HistoryRecorder) {
  const stale = staleAccepts(recorder.tokenOperations);
  const token = findViolation(recorder.tokenOperations, newestToken);
  const codes = [...recorder.exchanges.values()].filter(
    (operations) => findViolation(operations, codeOnce) !== undefined,
  );
  return {
    staleAccepts: stale.length,
    // Operations that no sequential order explains.
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
