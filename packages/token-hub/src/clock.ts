import { setTimeout as wait } from "node:timers/promises";
import { HubError } from "./errors.ts";

/** Time as a renewal sees it: a clock that only moves forward, whatever happens to the machine's own. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Resolves after a while, or at once when the signal is aborted. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The process's own monotonic clock. It goes on while the process is stopped. */
export const monotonicClock: Clock = {
  now: () => performance.now(),
  async sleep(milliseconds, signal) {
    await wait(milliseconds, undefined, signal && { signal }).catch(() => undefined);
  },
};

/**
 * Waits for a promise for a while; the work behind it goes on.
 *
 * @throws HubError `token_unavailable` when it takes longer
 */
export async function waitAtMost<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooLongError()), milliseconds);
  });
  try {
    return await Promise.race([promise, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

function tooLongError(): HubError {
  return new HubError("token_unavailable", { detail: "a renewal takes long", retryAfterSeconds: 1 });
}
