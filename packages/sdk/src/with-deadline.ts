import { SurveyPlatformError } from "./survey-platform-error.ts";

/**
 * Runs work that is given up when the time is over or the caller no longer wants it, also when the work itself
 * takes no notice of its signal.
 *
 * @throws SurveyPlatformError `timeout`
 * @throws the reason of the caller's signal
 */
export async function withDeadline<Result>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop: (() => void) | undefined;
  const givenUp = new Promise<never>((_, reject) => {
    const giveUp = (reason: Error): void => {
      // Before the work is aborted, which would report it in its own words. The reason is passed on unchanged.
      reject(reason);
      controller.abort(reason);
    };
    timer = setTimeout(() => giveUp(new SurveyPlatformError("timeout")), milliseconds);
    // Whatever it is, the caller gave it for this.
    stop = () => giveUp(signal?.reason as Error);
  });
  if (stop !== undefined) signal?.addEventListener("abort", stop);
  try {
    return await Promise.race([work(controller.signal), givenUp]);
  } finally {
    clearTimeout(timer);
    if (stop !== undefined) signal?.removeEventListener("abort", stop);
  }
}

/** Waits for a promise no longer than a signal allows; the work behind the promise goes on. */
export async function unlessAborted<Result>(
  promise: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return await promise;
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    // The caller's reason is handed on as it is, as everywhere on the web.
    stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}
