import { HubError } from "../errors.ts";
import {
  beginRenewal,
  nextStep,
  type Command,
  type Outcome,
  type ProtocolEvent,
  type ProtocolLimits,
} from "./renewal-protocol.ts";
import type { ObservedRecord } from "../store/token-record.ts";
import type { Clock } from "../clock.ts";
import type { TokenPlatform } from "./token-platform.ts";
import type { TokenRecords, UnstoredToken } from "./token-records.ts";

/** What an attempt works with. */
export interface AttemptDependencies {
  readonly records: TokenRecords;
  readonly platform: TokenPlatform;
  readonly clock: Clock;
  readonly limits: ProtocolLimits & { readonly leaseMilliseconds: number };
  /** Called before the lease is taken: whatever has to end before a mint may end now. */
  readonly beforeMint: () => Promise<void>;
}

/** A record, and when it was asked for, on the monotonic clock. */
export interface DatedRecord {
  readonly record: ObservedRecord;
  readonly readAt: number;
}

/** How an attempt ended, and what was learned on the way. */
export interface AttemptResult {
  readonly outcome: Outcome;
  /** The record as it was seen last. */
  readonly seen: DatedRecord | undefined;
  /** What this attempt minted and stored, and when it was asked for. */
  readonly minted: { readonly accessToken: string; readonly askedAt: number } | undefined;
  readonly error: HubError | undefined;
}

const storePauseMilliseconds = 100;

/** Runs the protocol once, from reading the record to the end, on the real store and platform. Never throws. */
export async function attemptRenewal(parts: AttemptDependencies, newerThan: number): Promise<AttemptResult> {
  const attempt = new RenewalAttempt(parts);
  let step = beginRenewal<UnstoredToken>(newerThan);
  while (step.command !== undefined) {
    const event = await attempt.perform(step.command);
    step = nextStep(step.state, event, parts.limits);
  }
  if (step.state.phase !== "over") throw new Error("An attempt ends only when it is over");
  return attempt.result(step.state.outcome);
}

type Event = ProtocolEvent<UnstoredToken>;

class RenewalAttempt {
  readonly #parts: AttemptDependencies;
  #leaseTakenAt = 0;
  #askedAt = 0;
  #accessToken: string | undefined;
  #seen: DatedRecord | undefined;
  #error: HubError | undefined;

  constructor(parts: AttemptDependencies) {
    this.#parts = parts;
  }

  result(outcome: Outcome): AttemptResult {
    const isMinted = outcome === "minted" && this.#accessToken !== undefined;
    return {
      outcome,
      seen: this.#seen,
      minted: isMinted ? { accessToken: this.#accessToken ?? "", askedAt: this.#askedAt } : undefined,
      error: this.#error,
    };
  }

  async perform(command: Command<UnstoredToken>): Promise<Event> {
    if (command.do === "send") return await this.#send();
    if (command.do === "wait_out") return await this.#waitOut();
    try {
      return await this.#askStore(command);
    } catch (error) {
      this.#error = new HubError("storage_unavailable", { cause: error });
      // A store that is away is not asked again at once.
      await this.#parts.clock.sleep(storePauseMilliseconds);
      return { type: "store_failed", leaseLeft: this.#leaseLeft() };
    }
  }

  async #askStore(
    command: Exclude<Command<UnstoredToken>, { readonly do: "send" | "wait_out" }>,
  ): Promise<Event> {
    const { records } = this.#parts;
    switch (command.do) {
      case "read":
        return await this.#read();
      case "acquire":
        return await this.#acquire(command.epoch);
      case "mark":
        return (await records.mark(command.epoch))
          ? { type: "marked", leaseLeft: this.#leaseLeft() }
          : { type: "fenced" };
      case "store":
        return await this.#store(command.epoch, command.token);
      case "give_back":
        await records.releaseLease(command.epoch, command.keepMarker);
    }
    return { type: "given_back" };
  }

  async #read(): Promise<Event> {
    const readAt = this.#parts.clock.now();
    const record = await this.#parts.records.read();
    this.#seen = { record, readAt };
    return { type: "read", record, isLeased: record.leaseLeftMilliseconds > 0 };
  }

  async #acquire(epoch: number): Promise<Event> {
    await this.#parts.beforeMint();
    // The lease cannot have begun before it was asked for, so that it ends here no later than at the store.
    this.#leaseTakenAt = this.#parts.clock.now();
    const result = await this.#parts.records.acquire(epoch);
    if (result.outcome === "acquired") {
      this.#seen = { record: result.record, readAt: this.#leaseTakenAt };
      return { type: "acquired", record: result.record };
    }
    if (result.outcome === "over_budget") {
      const { retryAfterSeconds } = result;
      this.#error = new HubError("mint_budget_exhausted", { retryAfterSeconds });
    }
    return { type: "refused" };
  }

  async #send(): Promise<Event> {
    this.#askedAt = this.#parts.clock.now();
    const result = await this.#parts.platform.mint();
    if (result.outcome === "minted") {
      this.#accessToken = result.accessToken;
      return { type: "minted", token: result };
    }
    this.#error = result.error;
    return { type: result.outcome };
  }

  async #waitOut(): Promise<Event> {
    const { clock, limits } = this.#parts;
    // Timers may be a millisecond early.
    await clock.sleep(Math.max(0, this.#askedAt + limits.requestDeadline - clock.now()) + 1);
    return { type: "waited_out" };
  }

  async #store(epoch: number, token: UnstoredToken): Promise<Event> {
    const readAt = this.#parts.clock.now();
    const record = await this.#parts.records.store(epoch, token);
    if (record === undefined) return { type: "fenced" };
    this.#seen = { record, readAt };
    this.#error = undefined;
    return { type: "stored" };
  }

  #leaseLeft(): number {
    return this.#leaseTakenAt + this.#parts.limits.leaseMilliseconds - this.#parts.clock.now();
  }
}
