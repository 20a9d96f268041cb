/** Remembers which states have come back, so that each is taken once. */
export interface UsedStates {
  /**
   * Marks a state as used, in one step.
   *
   * @param id names the state; not secret
   * @param expiresAt unix milliseconds after which it may be forgotten
   * @returns true for the first caller with this id, false for every other
   */
  claim(id: string, expiresAt: number): Promise<boolean>;
}

/**
 * Remembers used states in this process. Where several processes serve the callback, give them a shared set
 * (in SQL: an insert that does nothing on conflict), or a state can be used once in each.
 *
 * @param now unix milliseconds
 * @example
 * ```ts
 * import { createMemoryUsedStates } from "@survey-open-platform/sdk";
 *
 * const used = createMemoryUsedStates();
 * const isFirst = await used.claim("id of a state", Date.now() + 600_000);
 * ```
 */
export function createMemoryUsedStates(now: () => number = Date.now): UsedStates {
  const expiries = new Map<string, number>();
  let nextSweep = 0;
  return {
    async claim(id, expiresAt) {
      if (now() >= nextSweep) {
        for (const [old, end] of expiries) if (end <= now()) expiries.delete(old);
        nextSweep = now() + 60_000;
      }
      if (expiries.has(id)) return false;
      expiries.set(id, expiresAt);
      return true;
    },
  };
}
