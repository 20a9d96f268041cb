const firstDelayMilliseconds = 250;
const longestDelayMilliseconds = 10_000;
/** A worker that served for this long did not end because of how it was started. */
const provenAfterMilliseconds = 10_000;

/** How long to wait before a worker that ended is started again: not at all the first time, then longer each time. */
export class RestartDelay {
  #failures = 0;

  /** @param servedMilliseconds for how long the worker had been serving when it ended */
  next(servedMilliseconds: number): number {
    if (servedMilliseconds >= provenAfterMilliseconds) this.#failures = 0;
    this.#failures += 1;
    if (this.#failures === 1) return 0;
    return Math.min(longestDelayMilliseconds, firstDelayMilliseconds * 2 ** (this.#failures - 2));
  }
}
