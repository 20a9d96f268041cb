/** The longest that a mint is held up by calls that are still under way. */
const longestDrainMilliseconds = 3_000;

/** How a gate is shut. */
export interface Shutting {
  /** Whether calls under way are waited for. Pointless when their token is known to be dead already. */
  readonly drain: boolean;
}

/**
 * The gate for calls with an application's token, so that no call is in progress when a new token overrides the one
 * that it uses: while the gate is closed, new calls wait, and the renewal that closed it waits for those inside.
 */
export class DrainGate {
  readonly #longestDrain: number;
  #inside = 0;
  /** Resolves when the gate opens again; undefined while it is open. */
  #opening: PromiseWithResolvers<void> | undefined;
  /** Resolves when no call is inside; undefined while no renewal waits for that. */
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
    // The gate may be closed again by the time a waiting call continues.
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
   * Closes the gate. With `drain` it resolves when the calls inside have left, after three seconds at the latest:
   * one slow call must not leave all other callers without a token.
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

  /** Opens the gate again. */
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
