import { setTimeout as sleep } from "node:timers/promises";
import { askForTeamToken, exchange, useTeamToken, type CallResult } from "../ledger/platform-calls.ts";
import type { HistoryRecorder, TimedCall } from "./history-recorder.ts";

/** The load for one history. */
export interface LoadPlan {
  readonly urls: readonly string[];
  /** The number of the team whose token it is about. */
  readonly team: number;
  /** Codes that are not exchanged yet. */
  readonly codes: readonly string[];
  /** Callers at a time. */
  readonly clients: number;
  /** Between two calls of a caller, on average. Default: none. */
  readonly pauseMilliseconds?: number;
  /** Callers that only check tokens, all the time: the others may be waiting for their writes. Default: none. */
  readonly watchers?: number;
  /** The number of responses after which the load ends. */
  readonly operations: number;
  /** Whether the load goes on with enough responses. Default: it does not. */
  readonly goesOn?: () => boolean;
  /** Of a call. Default: four seconds. */
  readonly timeoutMilliseconds?: number;
}

const usualTimeoutMilliseconds = 4000;
/** While no node responds, callers pause before each retry. */
const pauseMilliseconds = 15;
/** Callers that only check pause between checks, so that a history does not consist of checks alone. */
const watchMilliseconds = 40;
/** A history ends when no call was answered for this time; how long all of them take depends on the machine. */
const longestSilenceMilliseconds = 60_000;

/** Calls random nodes until there are enough operations. */
export async function runLoad(plan: LoadPlan, recorder: HistoryRecorder): Promise<void> {
  const caller = new Caller(plan, recorder);
  const isSilent = silenceOf(recorder);
  const goesOn = () => (recorder.answered < plan.operations || plan.goesOn?.() === true) && !isSilent();
  const repeat = async (step: () => Promise<void>, pause: () => number) => {
    while (goesOn()) {
      await step();
      await sleep(pause());
    }
  };
  const pause = 2 * (plan.pauseMilliseconds ?? 0);
  await caller.issue(caller.anyUrl);
  const work = () => repeat(caller.doSomething.bind(caller), () => pause * Math.random());
  const watch = () => repeat(caller.checkAny.bind(caller), () => watchMilliseconds);
  const { clients, watchers = 0 } = plan;
  await Promise.all([...Array.from({ length: clients }, work), ...Array.from({ length: watchers }, watch)]);
  if (recorder.answered < plan.operations)
    recorder.strange.push(
      `only ${recorder.answered} of ${plan.operations} operations were answered, and then none for a minute`,
    );
}

/** @returns whether no further call was answered for too long */
function silenceOf(recorder: HistoryRecorder): () => boolean {
  let last = { answered: -1, at: 0 };
  return () => {
    if (recorder.answered > last.answered) last = { answered: recorder.answered, at: performance.now() };
    return performance.now() - last.at > longestSilenceMilliseconds;
  };
}

/** At the end, every node must accept the same newest token. */
export async function askEveryNode(plan: LoadPlan, recorder: HistoryRecorder): Promise<void> {
  const caller = new Caller(plan, recorder);
  await caller.issue(caller.anyUrl);
  for (const { name, token } of recorder.newest)
    for (const url of plan.urls) await caller.check(url, name, token);
}

class Caller {
  readonly #plan: LoadPlan;
  readonly #recorder: HistoryRecorder;

  constructor(plan: LoadPlan, recorder: HistoryRecorder) {
    this.#plan = plan;
    this.#recorder = recorder;
  }

  get anyUrl(): string {
    return anyOf(this.#plan.urls) ?? "";
  }

  async doSomething(): Promise<void> {
    const before = this.#recorder.answered;
    const dice = Math.random();
    if (dice < 0.2) await this.issue(this.anyUrl);
    else if (dice < 0.9) await this.checkAny();
    else await this.#exchangeAny();
    if (this.#recorder.answered === before) await sleep(pauseMilliseconds);
  }

  async issue(url: string): Promise<void> {
    const { team } = this.#plan;
    this.#recorder.issue(await this.#timed((milliseconds) => askForTeamToken(url, team, milliseconds)));
  }

  async check(url: string, name: string, token: string): Promise<void> {
    const { team } = this.#plan;
    const call = await this.#timed((milliseconds) => useTeamToken(url, token, team, milliseconds));
    this.#recorder.check(name, call);
  }

  /** The newest token in most cases: accepting an older one and refusing the newest are both wrong. */
  async checkAny(): Promise<void> {
    const { newest } = this.#recorder;
    const checked = Math.random() < 0.6 ? newest.at(-1) : anyOf(newest);
    if (checked !== undefined) await this.check(this.anyUrl, checked.name, checked.token);
  }

  async #exchangeAny(): Promise<void> {
    const { codes } = this.#plan;
    // Codes are used in turn, each by several callers at about the same time.
    const window = Math.floor((codes.length * this.#recorder.answered) / this.#plan.operations);
    const code = anyOf(codes.slice(window, window + 2));
    if (code === undefined) return;
    const call = await this.#timed((milliseconds) => exchange(this.anyUrl, code, milliseconds));
    this.#recorder.exchange(code, call);
  }

  async #timed(send: (timeoutMilliseconds: number) => Promise<CallResult>): Promise<TimedCall> {
    const calledAt = performance.now();
    const result = await send(this.#plan.timeoutMilliseconds ?? usualTimeoutMilliseconds);
    return { calledAt, returnedAt: performance.now(), result };
  }
}

function anyOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
