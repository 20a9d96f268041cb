import { HubError } from "../errors.ts";
import type { Clock } from "./clock.ts";

const terminalMilliseconds = 30_000;
const rateLimitMilliseconds = 30_000;
const longestRetryAfterMilliseconds = 3_600_000;
const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 30_000;

/** Refusals that asking again does not change until somebody has done something. */
const terminal = new Set<string>(["invalid_client", "unauthorized_client", "invalid_org_subscription"]);

/** Remembers why there is no new token, so that nobody asks again too early. */
export class Trouble {
  readonly #clock: Clock;
  #error: HubError | undefined;
  #until = 0;
  #failures = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why nothing is asked now, with what is left of the wait; undefined when asking is all right. */
  now(): HubError | undefined {
    const left = this.#until - this.#clock.now();
    if (this.#error === undefined || left <= 0) return undefined;
    const { type, detail } = this.#error;
    return new HubError(type, { detail, retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) });
  }

  note(error: HubError): void {
    this.#failures += 1;
    this.#error = error;
    this.#until = this.#clock.now() + pauseAfter(error, this.#failures);
  }

  clear(): void {
    this.#error = undefined;
    this.#failures = 0;
  }
}

function pauseAfter({ type, retryAfterSeconds }: HubError, failures: number): number {
  if (retryAfterSeconds !== undefined)
    return Math.min(retryAfterSeconds * 1000, longestRetryAfterMilliseconds);
  if (terminal.has(type)) return terminalMilliseconds;
  if (type === "request_rate_limited") return rateLimitMilliseconds;
  const pause = Math.min(firstPauseMilliseconds * 2 ** (failures - 1), longestPauseMilliseconds);
  return pause * (0.5 + Math.random() / 2);
}
