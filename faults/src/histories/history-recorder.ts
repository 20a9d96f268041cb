import type { ExchangeOperation } from "../linearizability/code-once.ts";
import type { TokenOperation } from "../linearizability/newest-token.ts";
import type { CallResult } from "../wire/api-call.ts";

/** A call whose result is there. */
export interface TimedCall {
  readonly calledAt: number;
  readonly returnedAt: number;
  readonly result: CallResult;
}

/** What an answer says of whether the call was done; nothing when it says nothing. */
type Answer = { readonly type: string; readonly data: Readonly<Record<string, unknown>> } | undefined;

/** How many of the newest tokens are looked at now and then, the newest included. */
const rememberedTokens = 4;

/** Writes down what callers did to one team's token and to some codes, and what they were answered. */
export class HistoryRecorder {
  readonly tokenOperations: TokenOperation[] = [];
  readonly exchanges = new Map<string, ExchangeOperation[]>();
  /** Answers that no call of a history may get. */
  readonly strange: string[] = [];
  answered = 0;
  unanswered = 0;
  /** Tokens by the order in which they were answered; a history has their numbers, not the tokens. */
  readonly #issued: string[] = [];

  /** The tokens that were answered last, with their names in the history; the newest comes last. */
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

  /** A server that says that its database is away does not know either whether the call was done. */
  #read({ result }: TimedCall, expected: readonly string[]): Answer {
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

function never(calledAt: number): { readonly calledAt: number; readonly returnedAt: number } {
  return { calledAt, returnedAt: Infinity };
}

function mayHaveHappened({ result }: TimedCall): boolean {
  return result.status !== "none" || result.isSent;
}
