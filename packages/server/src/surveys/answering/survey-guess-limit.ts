import { PageError } from "../../pages/page-error.ts";

const windowMilliseconds = 60_000;
const guessersRemembered = 10_000;

/** Different wrong addresses that a guesser may open in a minute. */
export const surveyGuessesPerMinute = 60;

/** What a guesser opened since a time, in milliseconds. */
interface Guesses {
  readonly since: number;
  readonly addresses: Set<string>;
}

/**
 * Counts addresses of surveys that do not exist, per network or user: each once, however often it is opened. Who tries many in a
 * minute is refused right ones as well, which would show by their different response. Each process counts for itself.
 */
export class SurveyGuessLimit {
  readonly #clock: () => number;
  readonly #guessers = new Map<string, Guesses>();

  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Whether a guesser has tried as many as allowed. */
  isExhausted(guesser: string): boolean {
    return (this.#current(guesser)?.addresses.size ?? 0) >= surveyGuessesPerMinute;
  }

  /** What a guesser gets who has tried too many. */
  refusal(guesser: string): PageError {
    const since = this.#current(guesser)?.since ?? this.#clock();
    const retryAfterSeconds = Math.ceil((since + windowMilliseconds - this.#clock()) / 1000);
    return new PageError("too_many_requests", { status: 429, retryAfterSeconds });
  }

  count(guesser: string, address: string): void {
    const found = this.#current(guesser);
    if (found === undefined) this.#remember(guesser, address);
    else if (found.addresses.size < surveyGuessesPerMinute) found.addresses.add(address);
  }

  #current(guesser: string): Guesses | undefined {
    const found = this.#guessers.get(guesser);
    return found !== undefined && this.#clock() - found.since < windowMilliseconds ? found : undefined;
  }

  #remember(guesser: string, address: string): void {
    this.#guessers.delete(guesser);
    this.#guessers.set(guesser, { since: this.#clock(), addresses: new Set([address]) });
    const [oldest] = this.#guessers.size > guessersRemembered ? this.#guessers.keys() : [];
    if (oldest !== undefined) this.#guessers.delete(oldest);
  }
}
