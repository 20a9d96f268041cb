import { setTimeout as sleep } from "node:timers/promises";
import { DatabaseUnavailableError } from "./errors.ts";

/** Long enough for a start on a busy database server, where several nodes may start at once. */
const repeatedMilliseconds = 10_000;
const retryMilliseconds = 200;

/**
 * Repeats what fails because the database cannot be used right now, for ten seconds.
 *
 * @param work gets the time by which it should be done, by `performance.now()`
 * @param stopping ends it before the next attempt
 * @throws what the last attempt threw, any other error of an attempt, and the reason of `stopping`
 */
export async function retryWhileUnavailable<Result>(
  work: (deadline: number) => Promise<Result>,
  stopping?: AbortSignal,
): Promise<Result> {
  const deadline = performance.now() + repeatedMilliseconds;
  for (;;) {
    stopping?.throwIfAborted();
    try {
      return await work(deadline);
    } catch (error) {
      if (!(error instanceof DatabaseUnavailableError) || performance.now() > deadline) throw error;
      await sleep(retryMilliseconds);
    }
  }
}
