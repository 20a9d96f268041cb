import { setTimeout as sleep } from "node:timers/promises";
import { askForTeamToken, useTeamToken } from "../ledger/platform-calls.ts";
import type { CallResult } from "../wire/api-call.ts";

/** One call and its answer. Times are of `performance.now()`, in milliseconds. */
export interface SeenCall {
  /** Reads show a token, writes ask for one. */
  readonly kind: "read" | "write";
  readonly calledAt: number;
  readonly answeredAt: number;
  readonly result: CallResult;
}

const readers = 4;
const writers = 4;
/** Nobody calls without a break: what is looked at is how long an answer takes, not how many there are. */
const breathMilliseconds = 30;
/** The team whose tokens are asked for; the token that is shown is another team's. */
const writtenTeam = 1;

/** Callers of one node who write down what they see. */
export class NodeWatch {
  readonly calls: SeenCall[] = [];
  readonly #ended: Promise<unknown>;
  #isStopped = false;

  /** @param token of the first team, shown again and again */
  constructor(url: string, token: string) {
    const read = () => this.#again("read", () => useTeamToken(url, token));
    const write = () => this.#again("write", () => askForTeamToken(url, writtenTeam));
    this.#ended = Promise.all([
      ...Array.from({ length: readers }, read),
      ...Array.from({ length: writers }, write),
    ]);
  }

  /** Resolves when the last call has been answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }

  async #again(kind: SeenCall["kind"], call: () => Promise<CallResult>): Promise<void> {
    while (!this.#isStopped) {
      const calledAt = performance.now();
      const result = await call();
      this.calls.push({ kind, calledAt, answeredAt: performance.now(), result });
      await sleep(breathMilliseconds);
    }
  }
}
