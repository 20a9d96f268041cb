/** A proxy that checks more rarely is not waited for, and none for longer. */
const longestMilliseconds = 5000;
/** What a proxy sent before it read the response to its probe arrives within this time. */
const underWayMilliseconds = 500;
/** A proxy that has left out so many checks is gone. */
const mostMissing = 4;

/**
 * Whether the proxy in front of a server has learned that the server stops. Until then it sends requests, so the port
 * has to stay open. Times are in milliseconds.
 */
export class ReadinessProbes {
  /** The last two before the stop. */
  #times: readonly number[] = [];
  #stoppingAt: number | undefined;
  #noticedAt: number | undefined;

  /** To be called when the response to a readiness probe has been sent. */
  note(now: number): void {
    if (this.#stoppingAt === undefined) this.#times = [...this.#times.slice(-1), now];
    else this.#noticedAt ??= now;
  }

  /** To be called when probes begin to get the response that the server is not ready. */
  stop(now: number): void {
    this.#stoppingAt = now;
  }

  /** Whether no proxy is known that still takes the stopping server for ready. */
  isNoticed(now: number): boolean {
    const stoppingAt = this.#stoppingAt ?? now;
    if (this.#noticedAt !== undefined) return now - this.#noticedAt > underWayMilliseconds;
    const [before = -Infinity, last = -Infinity] = this.#times;
    const interval = last - before;
    const isRegular = interval <= longestMilliseconds && stoppingAt - last <= mostMissing * interval;
    return !isRegular || now - stoppingAt > longestMilliseconds;
  }
}
