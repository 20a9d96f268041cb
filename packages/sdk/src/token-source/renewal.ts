import { monotonicNow, type Platform } from "../platform.ts";
import { isTransient, withRetries } from "../retry.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";

const usualAttempts = 3;
const refusalMilliseconds = 30_000;
const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 10_000;
const longestRetryAfterMilliseconds = 3_600_000;
/** A runtime that freezes what a finished request leaves behind never lets its renewal end; the next one starts anew. */
const longestFlightMilliseconds = 120_000;

/** Refusals that asking again does not change until somebody has done something. */
const terminal = new Set<string>([
  "invalid_client",
  "unauthorized_client",
  "invalid_org_subscription",
  "consent_required",
  "invalid_caller",
  "forbidden",
]);

/** Why there is no new token, and until when nobody asks again. */
interface Trouble {
  readonly error: SurveyPlatformError;
  readonly until: number;
  /** What was tried; trouble with one thing says nothing of another. */
  readonly about: string;
}

/**
 * Getting a new token, for however many callers: one request at a time, tried again when the platform cannot be
 * reached, and not again at once after a failure.
 */
export class Renewal<Result> {
  readonly #platform: Platform;
  readonly #attempts: number;
  #flight: { readonly promise: Promise<Result>; readonly startedAt: number } | undefined;
  #trouble: Trouble | undefined;
  #failures = 0;

  /** @param attempts how often it is tried before callers are told that it failed */
  constructor(platform: Platform, attempts: number = usualAttempts) {
    this.#platform = platform;
    this.#attempts = attempts;
  }

  /** Whether it has nothing to remember. */
  get isIdle(): boolean {
    return this.#flight === undefined && this.#troubleNow() === undefined;
  }

  /** Whether nothing is to be asked now, because it failed lately. */
  isPaused(about: string): boolean {
    return this.#troubleWith(about) !== undefined;
  }

  /**
   * Joins the renewal that is under way, or starts one.
   *
   * @param about what `work` tries, so that its failure is remembered for that alone
   * @throws what the last attempt threw while it is too early for another
   */
  run(about: string, work: () => Promise<Result>): Promise<Result> {
    const now = monotonicNow(this.#platform);
    if (this.#flight !== undefined && now - this.#flight.startedAt < longestFlightMilliseconds)
      return this.#flight.promise;
    const trouble = this.#troubleWith(about);
    if (trouble !== undefined) return Promise.reject(again(trouble, now));
    const flight = { promise: this.#fly(about, work), startedAt: now };
    this.#flight = flight;
    const land = () => {
      if (this.#flight === flight) this.#flight = undefined;
    };
    return flight.promise.finally(land);
  }

  async #fly(about: string, work: () => Promise<Result>): Promise<Result> {
    try {
      const plan = { attempts: this.#attempts, isWorthRetrying };
      const result = await withRetries(this.#platform, plan, work);
      this.#trouble = undefined;
      this.#failures = 0;
      return result;
    } catch (error) {
      this.#failures += 1;
      // Anything else is no word of the platform's, and nothing is known of how long it lasts.
      if (error instanceof SurveyPlatformError) {
        const until = monotonicNow(this.#platform) + pauseAfter(error, this.#failures);
        this.#trouble = { error, about, until };
      }
      throw error;
    }
  }

  #troubleWith(about: string): Trouble | undefined {
    const trouble = this.#troubleNow();
    return trouble?.about === about ? trouble : undefined;
  }

  #troubleNow(): Trouble | undefined {
    const isOver = this.#trouble === undefined || monotonicNow(this.#platform) >= this.#trouble.until;
    return isOver ? undefined : this.#trouble;
  }
}

function isWorthRetrying(error: SurveyPlatformError): boolean {
  // A hub hands on what the platform refuses it with the status of something that it depends on.
  if (terminal.has(error.type)) return false;
  return (
    isTransient(error) || (error.type === "request_rate_limited" && error.retryAfterSeconds !== undefined)
  );
}

function pauseAfter(error: SurveyPlatformError, failures: number): number {
  if (error.retryAfterSeconds !== undefined)
    return Math.min(error.retryAfterSeconds * 1000, longestRetryAfterMilliseconds);
  if (terminal.has(error.type)) return refusalMilliseconds;
  const pause = Math.min(firstPauseMilliseconds * 2 ** (failures - 1), longestPauseMilliseconds);
  return pause * (0.5 + Math.random() / 2);
}

/** The same failure for the next caller, with what is left of the wait. */
function again({ error, until }: Trouble, now: number): SurveyPlatformError {
  const { type, code, requestId, status, parameter } = error;
  const retryAfterSeconds = Math.ceil((until - now) / 1000);
  return new SurveyPlatformError(type, { code, requestId, status, parameter, retryAfterSeconds });
}
