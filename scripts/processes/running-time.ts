const STEP_MS = 10;

/**
 * The time that this process has run, for limits on what it does itself. It is counted in steps: while a busy machine
 * keeps the process waiting, no time passes that could exceed a limit.
 */
export class RunningTime implements Disposable {
  #steps = 0;
  readonly #timer = setInterval(() => (this.#steps += 1), STEP_MS).unref();

  /** Since this was made. */
  get milliseconds(): number {
    return this.#steps * STEP_MS;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }
}
