import type { Platform } from "./platform.ts";
import { SurveyPlatformError } from "./survey-platform-error.ts";
import { unlessAborted } from "./with-deadline.ts";

const firstPauseMilliseconds = 200;
const longestPauseMilliseconds = 5_000;

/** How often something is tried, and for which failures again. */
export interface RetryPlan {
  readonly attempts: number;
  readonly isWorthRetrying: (error: SurveyPlatformError) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Whether the platform could not be reached, or not reach what it needs: nothing that the caller can change. */
export function isTransient({ type, status }: SurveyPlatformError): boolean {
  if (type === "network_error" || type === "timeout" || type === "storage_unavailable") return true;
  return status === 502 || status === 503 || status === 504;
}

/**
 * Tries until it works, with growing random pauses in between so that callers do not come back all at once. A
 * `Retry-After` is waited for when it is short, and handed to the caller when it is long.
 */
export async function withRetries<Result>(
  platform: Platform,
  plan: RetryPlan,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pause = pauseAfter(error, failures, plan);
      if (pause === undefined) throw error;
      await unlessAborted(sleep(platform, pause), plan.signal);
    }
  }
}

/** Milliseconds to wait before the next attempt; undefined when there is none. */
function pauseAfter(error: unknown, failures: number, plan: RetryPlan): number | undefined {
  if (!(error instanceof SurveyPlatformError)) return undefined;
  if (failures >= plan.attempts || !plan.isWorthRetrying(error)) return undefined;
  const asked = (error.retryAfterSeconds ?? 0) * 1000;
  const pause = asked + firstPauseMilliseconds * 2 ** (failures - 1) * (0.5 + Math.random() / 2);
  return asked > longestPauseMilliseconds ? undefined : pause;
}

/** Waits. */
export function sleep(platform: Platform, milliseconds: number): Promise<void> {
  return platform.sleep?.(milliseconds) ?? new Promise((resolve) => setTimeout(resolve, milliseconds));
}
