const firstDelayMilliseconds = 250;
const longestDelayMilliseconds = 10_000;
/** Whoever has served for so long did not fail because of how it was started. */
const provenAfterMilliseconds = 10_000;

/** Says how long to wait before a worker that ended is started anew: the first time not at all, then ever longer. */
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
