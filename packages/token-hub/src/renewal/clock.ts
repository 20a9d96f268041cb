import { setTimeout as wait } from "node:timers/promises";

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
