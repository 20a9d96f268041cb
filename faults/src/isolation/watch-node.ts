import { setTimeout as sleep } from "node:timers/promises";
import type { Size } from "../command.ts";
import { askForTeamToken, useTeamToken } from "../ledger/platform-calls.ts";
import type { CallResult } from "../wire/api-call.ts";

/** One call and its response. Times are of `performance.now()`, in milliseconds. */
export interface SeenCall {
  /** Reads use a token, writes request one. */
  readonly kind: "read" | "write";
  readonly calledAt: number;
  readonly answeredAt: number;
  readonly result: CallResult;
}

const readers = 4;
const writers = 4;
/** Callers pause between calls: the test measures response times, not throughput. */
const breathMilliseconds = { full: 30, smoke: 100 } as const satisfies Record<Size, number>;
/** The team whose tokens are requested; reads use another team's token. */
const writtenTeam = 1;

/** Callers of one node who record the responses. */
export class NodeWatch {
  readonly calls: SeenCall[] = [];
  readonly #ended: Promise<unknown>;
  readonly #breathMilliseconds: number;
  #isStopped = false;

  /** @param token of the first team, used repeatedly */
  constructor(url: string, token: string, size: Size) {
    this.#breathMilliseconds = breathMilliseconds[size];
    const read = () => this.#again("read", () => useTeamToken(url, token));
    const write = () => this.#again("write", () => askForTeamToken(url, writtenTeam));
    this.#ended = Promise.all([
      ...Array.from({ length: readers }, read),
      ...Array.from({ length: writers }, write),
    ]);
  }

  /** Resolves when the last call has its response. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }

  async #again(kind: SeenCall["kind"], call: () => Promise<CallResult>): Promise<void> {
    while (!this.#isStopped) {
      const calledAt = performance.now();
      const result = await call();
      this.calls.push({ kind, calledAt, answeredAt: performance.now(), result });
      await sleep(this.#breathMilliseconds);
    }
  }
}
