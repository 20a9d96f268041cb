/** The longest that a mint is held up by calls that are still under way. */
const longestDrainMilliseconds = 3_000;

/** How a gate is shut. */
export interface Shutting {
  /** Whether calls under way are waited for. Pointless when their token is known to be dead already. */
  readonly drain: boolean;
}

/**
 * What calls with an application's token go through, so that none is under way when a new token kills the one that
 * it carries: while the gate is shut new calls wait in front of it, and whoever shut it waits for those inside.
 */
export class DrainGate {
  readonly #longestDrain: number;
  #inside = 0;
  /** Resolves when the gate opens again; undefined while it is open. */
  #opening: PromiseWithResolvers<void> | undefined;
  /** Resolves when nobody is inside; undefined while nobody waits for that. */
  #emptying: PromiseWithResolvers<void> | undefined;

  constructor({ drainMilliseconds = longestDrainMilliseconds } = {}) {
    this.#longestDrain = drainMilliseconds;
  }

  /** How many calls are inside. */
  get inside(): number {
    return this.#inside;
  }

  /** Whether new calls wait. */
  get isShut(): boolean {
    return this.#opening !== undefined;
  }

  /**
   * Goes in, as soon as the gate is open.
   *
   * @returns how to leave; a second time it does nothing
   * @throws whatever the signal gives as its reason, when that comes first
   */
  async enter(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    // Whoever waited may find it shut again: somebody else's turn was quicker.
    while (this.#opening !== undefined) await unlessAborted(this.#opening.promise, signal);
    this.#inside += 1;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#inside -= 1;
      if (this.#inside === 0) this.#emptying?.resolve();
    };
  }

  /**
   * Lets nobody in from now on. With `drain` it resolves when those inside have left, after three seconds at the
   * latest: a call that takes longer than that must not be what keeps everybody else without a token.
   */
  async shut({ drain }: Shutting): Promise<void> {
    this.#opening ??= Promise.withResolvers<void>();
    if (!drain || this.#inside === 0) return;
    this.#emptying ??= Promise.withResolvers<void>();
    const { promise } = this.#emptying;
    let timer: NodeJS.Timeout | undefined;
    const timeIsUp = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#longestDrain);
    });
    await Promise.race([promise, timeIsUp]);
    clearTimeout(timer);
    this.#emptying = undefined;
  }

  /** Lets everybody in again. */
  open(): void {
    this.#opening?.resolve();
    this.#opening = undefined;
  }
}

async function unlessAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return await promise;
  const aborted = Promise.withResolvers<never>();
  // The caller's reason is handed on as it is, as everywhere on the web.
  const stop = () => aborted.reject(signal.reason as Error);
  signal.addEventListener("abort", stop);
  try {
    await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** One gate for each application, made when it is first asked for. */
export class DrainGates {
  readonly #options: { readonly drainMilliseconds: number };
  readonly #gates = new Map<string, DrainGate>();

  constructor(options: { readonly drainMilliseconds: number }) {
    this.#options = options;
  }

  /** @param appid of an application of the settings */
  of(appid: string): DrainGate {
    const gate = this.#gates.get(appid) ?? new DrainGate(this.#options);
    this.#gates.set(appid, gate);
    return gate;
  }
}
