/** How an outbox is worked off. */
export interface OutboxWork {
  /** Takes what is due and begins to send it. @returns how many were taken */
  readonly take: () => Promise<number>;
  /** Gets what kept the outbox from being read; it is tried again. */
  readonly onFailure: (error: unknown) => void;
  /** How often the outbox is read while nothing is due. */
  readonly pollMilliseconds: number;
}

/** Takes what is due again and again, until it is stopped: the loop of webhooks and of mails. */
export class OutboxLoop {
  readonly #work: OutboxWork;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #wake: () => void = () => undefined;

  constructor(work: OutboxWork) {
    this.#work = work;
  }

  /** Aborts when nothing further is to be taken. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Looks at the outbox at once: there is room again. */
  wake(): void {
    this.#wake();
  }

  /** Takes nothing further. Resolves when the loop has ended; what was taken is the caller's. */
  async stop(): Promise<void> {
    this.#ending.abort();
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.ending.aborted) {
      const taken = await this.#work.take().catch((error: unknown) => {
        this.#work.onFailure(error);
        return 0;
      });
      if (taken === 0) await this.#wait();
    }
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#work.pollMilliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.ending.aborted) this.#wake();
    });
  }
}
