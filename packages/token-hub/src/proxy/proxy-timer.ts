/** Gives a proxied call up when nothing comes or goes for a while, or when the caller has gone. */
export class ProxyTimer {
  readonly #milliseconds: number;
  readonly #controller = new AbortController();
  readonly #callerGone: AbortSignal;
  readonly #giveUp = () => this.#controller.abort();
  #timer: NodeJS.Timeout;
  #turn: NodeJS.Immediate | undefined;
  #isOut = false;

  constructor(milliseconds: number, callerGone: AbortSignal) {
    this.#milliseconds = milliseconds;
    this.#callerGone = callerGone;
    callerGone.addEventListener("abort", this.#giveUp);
    if (callerGone.aborted) this.#giveUp();
    this.#timer = this.#start();
  }

  /** Aborted when the call is given up. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Whether it was the time. */
  get isOut(): boolean {
    return this.#isOut;
  }

  /** Whether it was the caller. */
  get isCallerGone(): boolean {
    return this.#callerGone.aborted;
  }

  /** Something has come or gone. */
  restart(): void {
    this.#clear();
    this.#timer = this.#start();
  }

  /** The call is over. */
  stop(): void {
    this.#clear();
    this.#callerGone.removeEventListener("abort", this.#giveUp);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => {
      // A busy machine may have kept this process waiting: what has arrived by now is read first, and restarts the timer.
      this.#turn = setImmediate(() => {
        this.#isOut = true;
        this.#giveUp();
      });
    }, this.#milliseconds);
  }

  #clear(): void {
    clearTimeout(this.#timer);
    clearImmediate(this.#turn);
  }
}
