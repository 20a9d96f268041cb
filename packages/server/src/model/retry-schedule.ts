const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;

/** How long after each failed attempt the next one follows, in milliseconds. */
export const retryDelays: readonly number[] = [
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
];

/** A webhook without a success for this long is switched off. */
export const failingMilliseconds = 5 * 24 * hours;

/** A delay differs by up to this part from what is planned, so that many failures at once are not repeated at once. */
const jitter = 0.1;
/** The longest wait that a receiver can ask for. */
const longestWait = 24 * hours;

/** A failed attempt. */
export interface FailedAttempt {
  /** Attempts before this one. */
  readonly attempts: number;
  /** What the receiver asked for in `Retry-After`, in milliseconds; 0 for nothing. */
  readonly wait: number;
  /** From 0 to 1. */
  readonly random: number;
}

/** How long to wait before the next attempt, in milliseconds. @returns undefined when it was the last one */
export function retryDelay({ attempts, wait, random }: FailedAttempt): number | undefined {
  const planned = retryDelays[attempts];
  if (planned === undefined) return undefined;
  return Math.max(Math.round(planned * (1 + jitter * (2 * random - 1))), Math.min(wait, longestWait));
}

/**
 * How long a receiver asks to wait: `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3).
 *
 * @returns milliseconds; 0 when it asks for nothing
 */
export function askedWait(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const wait = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * seconds : Date.parse(retryAfter) - now;
  return wait > 0 ? Math.min(wait, longestWait) : 0;
}
