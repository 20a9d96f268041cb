/** Runs work for a key while no other work for the same key runs; keys do not wait for each other. */
export type KeyedLock = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * A lock per key within this process: first come, first served. What a `UserTokenStore` of your own can use as
 * its `withLock` as long as one process serves it all.
 *
 * @example
 * ```ts
 * import { createKeyedLock } from "@survey-open-platform/sdk";
 *
 * const withLock = createKeyedLock();
 * await withLock("o123", async () => "no other work runs for o123");
 * ```
 */
export function createKeyedLock(): KeyedLock {
  const last = new Map<string, Promise<void>>();
  return async (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const done = result.then(ignore, ignore);
    last.set(key, done);
    try {
      return await result;
    } finally {
      // No other work is queued: drop the key, or the map grows with every user.
      if (last.get(key) === done) last.delete(key);
    }
  };
}

function ignore(): void {
  // How the work before ended is its caller's business.
}
