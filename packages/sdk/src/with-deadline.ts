import { SurveyPlatformError } from "./survey-platform-error.ts";

/**
 * Runs work that is given up when the time is over or the caller no longer wants it, also when the work itself
 * takes no notice of its signal.
 *
 * @throws SurveyPlatformError `timeout`
 * @throws whatever the caller's signal gives as its reason
 */
export async function withDeadline<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new SurveyPlatformError("timeout")), milliseconds);
  const stop = () => controller.abort(signal?.reason);
  signal?.addEventListener("abort", stop, { once: true });
  try {
    return await unlessAborted(work(controller.signal), controller.signal);
  } catch (error) {
    // Work that was stopped tells of it in its own words.
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** Waits for a promise no longer than a signal allows; what the promise stands for goes on. */
export async function unlessAborted<Result>(
  promise: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return await promise;
  const settled = new AbortController();
  const aborted = new Promise<never>((_, reject) => {
    // The caller's reason is handed on as it is, as everywhere on the web.
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true, signal: settled.signal });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    settled.abort();
  }
}
