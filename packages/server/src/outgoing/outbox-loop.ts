/** How an outbox is worked off. */
export interface OutboxWork {
  /** Takes what is due and begins to send it. @returns how many were taken */
  readonly take: () => Promise<number>;
  /** Gets what kept the outbox from being read; it is tried again. */
  readonly onFailure: (error: unknown) => void;
  /** What has been taken and is being sent. */
  readonly sending: () => readonly Promise<void>[];
  /** How often the outbox is read while nothing is due. */
  readonly pollMilliseconds: number;
}

/** The longest time for what is being sent while the process stops. */
const stopMilliseconds = 2000;

/** Takes what is due again and again, until it is stopped: the loop of webhooks and of mails. */
export class OutboxLoop {
  readonly #work: OutboxWork;
  readonly #ending = new AbortController();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #wake: () => void = () => undefined;

  constructor(work: OutboxWork) {
    this.#work = work;
  }

  /** Aborts when nothing further is to be taken. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Aborts what is still being sent when the time to stop is over. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** Looks at the outbox at once: there is room again. */
  wake(): void {
    this.#wake();
  }

  /** Lets receivers respond to what is being sent, for a short time, and leaves the rest to others. */
  async stop(): Promise<void> {
    const timer = setTimeout(() => this.#stopping.abort(), stopMilliseconds);
    this.#ending.abort();
    this.#wake();
    await this.#running;
    await Promise.all(this.#work.sending());
    clearTimeout(timer);
  }

  /** Sends all that is due now, and resolves when nothing is. */
  async sendDue(): Promise<void> {
    while ((await this.#work.take()) > 0 || this.#work.sending().length > 0)
      await Promise.race(this.#work.sending());
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
