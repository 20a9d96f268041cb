/** Gives a proxied call up when nothing comes or goes for a while, or when the caller has gone. */
export class ProxyTimer {
  readonly #milliseconds: number;
  readonly #controller = new AbortController();
  readonly #callerGone: AbortSignal;
  readonly #giveUp = () => this.#controller.abort();
  #timer: NodeJS.Timeout;
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
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  /** The call is over. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#callerGone.removeEventListener("abort", this.#giveUp);
  }

  #start(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#isOut = true;
      this.#giveUp();
    }, this.#milliseconds);
  }
}
