/** What is left of a caller's calls. */
interface CallerCounts {
  /** When all calls can be made again, by the clock that is passed. */
  wholeAt: number;
  running: number;
  scanning: boolean;
}

/** Calls of one caller within a minute. */
export const callsPerMinute = 120;
/** Calls of one caller that run at a time; one of them may read many answers. */
export const callsAtOnce = 4;
const interval = 60_000 / callsPerMinute;
/** Callers that are remembered; those that have been quiet are forgotten first. */
const mostCallers = 10_000;

/** A call that began: it has to be ended. */
export interface BegunCall {
  end(): void;
}

/** A call that cannot begin now. */
export interface DelayedCall {
  readonly retryAfterSeconds: number;
}

/** Limits the calls of each caller of this process: agents repeat themselves quickly, and some calls read many answers. */
export class AgentLimits {
  readonly #callers = new Map<string, CallerCounts>();

  /**
   * @param caller see `callerKey`
   * @param scans whether it reads many answers: a caller has one of these at a time
   * @param now milliseconds of a clock that never goes back
   */
  begin(caller: string, scans: boolean, now: number): BegunCall | DelayedCall {
    const counts = this.#countsOf(caller, now);
    const excess = counts.wholeAt - now - (callsPerMinute - 1) * interval;
    if (excess > 0) return { retryAfterSeconds: Math.ceil(excess / 1000) };
    if (counts.running >= callsAtOnce || (scans && counts.scanning)) return { retryAfterSeconds: 1 };
    counts.wholeAt = Math.max(counts.wholeAt, now) + interval;
    counts.running += 1;
    if (scans) counts.scanning = true;
    return {
      end() {
        counts.running -= 1;
        if (scans) counts.scanning = false;
      },
    };
  }

  #countsOf(caller: string, now: number): CallerCounts {
    const known = this.#callers.get(caller);
    if (known !== undefined) return known;
    if (this.#callers.size >= mostCallers) this.#forgetQuiet(now);
    const counts = { wholeAt: now, running: 0, scanning: false };
    this.#callers.set(caller, counts);
    return counts;
  }

  #forgetQuiet(now: number): void {
    for (const [caller, { wholeAt, running }] of this.#callers)
      if (running === 0 && wholeAt <= now) this.#callers.delete(caller);
  }
}
