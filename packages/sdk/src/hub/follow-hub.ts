import { sleep } from "../retry.ts";
import { unlessAborted } from "../with-deadline.ts";
import type { HubClient } from "./hub-client.ts";
import { readHubResponse } from "./read-hub-response.ts";

/** Seconds for which a hub is asked to keep a request open until there is a newer token. */
const waitSeconds = 50;
const firstPauseMilliseconds = 1_000;
const longestPauseMilliseconds = 30_000;

/** What to follow, and for how long. */
interface Following {
  /** Path of the watch. */
  readonly path: string;
  /** The version that is known here; 0 when none is. */
  readonly known: () => number;
  /** Ends the following. */
  readonly signal: AbortSignal;
}

/**
 * Asks a hub repeatedly whether there is a newer version, until the signal ends it. Errors are retried after a pause
 * and not reported: notification is an optimisation, and calls that need a token report the same errors.
 */
export async function followHub(
  client: HubClient,
  { path, known, signal }: Following,
  onNews: () => Promise<void>,
): Promise<void> {
  const waitMilliseconds = waitSeconds * 1000;
  for (let failures = 0; !signal.aborted;) {
    try {
      const query = { after: known(), wait: waitSeconds };
      const response = await client.send({ path, query, signal, waitMilliseconds });
      if (readHubResponse(response, client).positiveNumber("version") > known()) await onNews();
      failures = 0;
    } catch {
      failures += 1;
    }
    // Also after a response: a hub that responds at once must not be asked in a tight loop.
    const pause = Math.min(firstPauseMilliseconds * 2 ** failures, longestPauseMilliseconds);
    const waiting = sleep(client.platform, pause * (0.5 + Math.random() / 2));
    await unlessAborted(waiting, signal).catch(() => undefined);
  }
}
