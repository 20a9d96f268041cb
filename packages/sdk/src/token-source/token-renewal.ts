import { monotonicNow, type Platform } from "../platform.ts";
import { isTransient, withRetries } from "../retry.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";
import {
  isLastingRefusal,
  RenewalBackoff,
  SingleFlight,
  type IsSufficient,
  type PendingBackoff,
} from "./renewal.ts";

const usualAttempts = 3;
/** Some runtimes freeze what a finished request leaves behind; a run that old has been abandoned. */
const longestFlightMilliseconds = 120_000;

/** How a source renews. */
export interface TokenRenewalOptions<Result> {
  /** How often a run is tried before it fails. */
  readonly attempts?: number | undefined;
  /** Whether a run that was joined gave what was needed. */
  readonly isSufficient?: IsSufficient<Result> | undefined;
}

/**
 * Gets a new token for all callers of a source: one request at a time, tried again when the platform cannot be
 * reached, and a back-off after a failure.
 */
export class TokenRenewal<Result> {
  readonly #platform: Platform;
  readonly #options: TokenRenewalOptions<Result>;
  readonly #flight: SingleFlight<Result>;
  readonly #backoff: RenewalBackoff<SurveyPlatformError>;
  /** What was tried when it failed. */
  #failedKey = "";

  constructor(platform: Platform, options: TokenRenewalOptions<Result> = {}) {
    const now = () => monotonicNow(platform);
    this.#platform = platform;
    this.#options = options;
    this.#flight = new SingleFlight({ now, longestMilliseconds: longestFlightMilliseconds });
    this.#backoff = new RenewalBackoff({ now });
  }

  /** Whether it holds no state. */
  get isIdle(): boolean {
    return this.#flight.current === undefined && this.#backoff.pending === undefined;
  }

  /** Whether it is too early to try again what failed. */
  isPaused(key = ""): boolean {
    return this.#pending(key) !== undefined;
  }

  /**
   * Joins the renewal in flight, or starts one.
   *
   * @param key what `work` tries, such as one refresh token: its failure does not hold up another
   * @throws SurveyPlatformError the last failure while it is too early to try again
   */
  run(work: () => Promise<Result>, key = ""): Promise<Result> {
    return this.#flight.run(() => this.#tryOrRefuse(work, key), this.#options.isSufficient);
  }

  async #tryOrRefuse(work: () => Promise<Result>, key: string): Promise<Result> {
    const pending = this.#pending(key);
    if (pending !== undefined) throw errorOf(pending);
    try {
      const { attempts = usualAttempts } = this.#options;
      const result = await withRetries(this.#platform, { attempts, isWorthRetrying }, work);
      this.#backoff.succeeded();
      return result;
    } catch (error) {
      // Other errors, such as a store's, say nothing about when the platform may be asked again.
      if (error instanceof SurveyPlatformError) this.#failed(error, key);
      throw error;
    }
  }

  #failed(error: SurveyPlatformError, key: string): void {
    this.#backoff.failed(error);
    this.#failedKey = key;
  }

  #pending(key: string): PendingBackoff<SurveyPlatformError> | undefined {
    return this.#failedKey === key ? this.#backoff.pending : undefined;
  }
}

function isWorthRetrying(error: SurveyPlatformError): boolean {
  // A hub passes on the platform's refusals with the status of an upstream failure.
  if (isLastingRefusal(error.type)) return false;
  return (
    isTransient(error) || (error.type === "request_rate_limited" && error.retryAfterSeconds !== undefined)
  );
}

/** The same failure for the next caller, with the time that is left. */
function errorOf({ failure, retryAfterSeconds }: PendingBackoff<SurveyPlatformError>): SurveyPlatformError {
  const { type, code, requestId, status, parameter, detail, problems } = failure;
  return new SurveyPlatformError(type, {
    code,
    requestId,
    status,
    parameter,
    detail,
    problems,
    retryAfterSeconds,
  });
}
