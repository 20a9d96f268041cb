/** What everything that renews tokens needs, this package's own sources and the token hub alike. */

const longestMarginMilliseconds = 300_000;
const refusalMilliseconds = 30_000;
const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 10_000;
const longestRetryAfterMilliseconds = 3_600_000;

/** Refusals that last until an operator or the user has done something. */
const lastingRefusals = new Set<string>([
  "invalid_client",
  "unauthorized_client",
  "invalid_org_subscription",
  "consent_required",
  "invalid_caller",
  "forbidden",
]);

/**
 * Whether asking again is useless until an operator or the user has done something.
 *
 * @example
 * ```ts
 * import { isLastingRefusal } from "@survey-open-platform/sdk/renewal";
 *
 * const isFinal = isLastingRefusal("invalid_client"); // true
 * ```
 */
export function isLastingRefusal(errorType: string): boolean {
  return lastingRefusals.has(errorType);
}

/** How the margin of a renewal is chosen. */
export interface MarginOptions {
  /** Upper bound; five minutes unless given. */
  readonly longestMilliseconds?: number | undefined;
  /** From 0 up to 1, for the jitter; `Math.random` unless given. */
  readonly random?: (() => number) | undefined;
}

/**
 * How many milliseconds before its end a token is renewed: at most a quarter of its lifetime, with a jitter of 10 %
 * either way, so that many processes do not renew at the same moment.
 *
 * @example
 * ```ts
 * import { renewalMargin } from "@survey-open-platform/sdk/renewal";
 *
 * const renewsAt = Date.now() + 7_200_000 - renewalMargin(7_200_000);
 * ```
 */
export function renewalMargin(
  lifetimeMilliseconds: number,
  { longestMilliseconds = longestMarginMilliseconds, random = Math.random }: MarginOptions = {},
): number {
  return Math.min(longestMilliseconds, lifetimeMilliseconds / 4) * (0.9 + random() * 0.2);
}

/** How a single flight is bounded. */
export interface SingleFlightOptions {
  /** A clock that only moves forward, in milliseconds. */
  readonly now: () => number;
  /** After this time a run is no longer joined, and the next caller starts another; unlimited unless given. */
  readonly longestMilliseconds?: number | undefined;
}

/** A run that is in flight. */
export interface Flight<Result> {
  readonly promise: Promise<Result>;
  readonly startedAt: number;
}

/**
 * Whether a run that the caller joined gave what the caller needs, such as a token newer than the one that it
 * reported.
 *
 * @param startedAfterCall whether the run started after the caller asked, and so saw all that the caller knew
 */
export type IsSufficient<Result> = (result: Result, startedAfterCall: boolean) => boolean;

/** Runs one piece of work at a time; callers who ask while it runs share its result. */
export class SingleFlight<Result> {
  readonly #now: () => number;
  readonly #longestMilliseconds: number;
  #flight: Flight<Result> | undefined;

  constructor({ now, longestMilliseconds = Infinity }: SingleFlightOptions) {
    this.#now = now;
    this.#longestMilliseconds = longestMilliseconds;
  }

  /** The run to join; undefined when there is none. */
  get current(): Flight<Result> | undefined {
    const flight = this.#flight;
    const isTooOld = flight !== undefined && this.#now() - flight.startedAt >= this.#longestMilliseconds;
    return isTooOld ? undefined : flight;
  }

  /**
   * Joins the run in flight, or starts one. When a run that was joined is not sufficient, joins or starts the next
   * one. A run that this call started is always sufficient.
   *
   * @throws what the run throws
   */
  async run(start: () => Promise<Result>, isSufficient: IsSufficient<Result> = () => true): Promise<Result> {
    for (let startedAfterCall = false; ; startedAfterCall = true) {
      const joined = this.current;
      if (joined === undefined) return await this.#start(start);
      const result = await joined.promise;
      if (isSufficient(result, startedAfterCall)) return result;
    }
  }

  #start(start: () => Promise<Result>): Promise<Result> {
    const flight = { promise: start(), startedAt: this.#now() };
    this.#flight = flight;
    const onSettled = () => {
      if (this.#flight === flight) this.#flight = undefined;
    };
    // Registered before any caller waits, so that each of them finds the flight over.
    flight.promise.then(onSettled, onSettled);
    return flight.promise;
  }
}

/** Why a renewal failed, as far as the back-off looks at it. */
export interface RenewalFailure {
  readonly type: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** A failure that still keeps callers from trying again, and for how long. */
export interface PendingBackoff<Failure> {
  readonly failure: Failure;
  readonly retryAfterSeconds: number;
}

/**
 * Keeps callers from trying again too early after a failure: for as long as `Retry-After` said (at most an hour),
 * half a minute after a refusal that only an operator or the user can change, and else for a random pause that
 * doubles with every failure, up to ten seconds.
 */
export class RenewalBackoff<Failure extends RenewalFailure> {
  readonly #now: () => number;
  readonly #random: () => number;
  #failure: Failure | undefined;
  #until = 0;
  #failures = 0;

  /** @param options.now a clock that only moves forward, in milliseconds */
  constructor({ now, random = Math.random }: { readonly now: () => number; readonly random?: () => number }) {
    this.#now = now;
    this.#random = random;
  }

  /** The failure that it is too early to try again after; undefined when a renewal may start. */
  get pending(): PendingBackoff<Failure> | undefined {
    const left = this.#until - this.#now();
    if (this.#failure === undefined || left <= 0) return undefined;
    return { failure: this.#failure, retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) };
  }

  /** Starts or lengthens the back-off. */
  failed(failure: Failure): void {
    this.#failures += 1;
    this.#failure = failure;
    this.#until = this.#now() + this.#pauseAfter(failure);
  }

  /** Ends the back-off. */
  succeeded(): void {
    this.#failures = 0;
    this.#failure = undefined;
  }

  #pauseAfter({ type, retryAfterSeconds }: Failure): number {
    if (retryAfterSeconds !== undefined)
      return Math.min(retryAfterSeconds * 1000, longestRetryAfterMilliseconds);
    // A rate limit that does not say how long it lasts.
    if (isLastingRefusal(type) || type === "request_rate_limited") return refusalMilliseconds;
    const pause = Math.min(firstPauseMilliseconds * 2 ** (this.#failures - 1), longestPauseMilliseconds);
    return pause * (0.5 + this.#random() / 2);
  }
}
