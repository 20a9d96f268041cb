import { sleep } from "../retry.ts";
import { unlessAborted } from "../with-deadline.ts";
import type { HubClient } from "./hub-client.ts";
import { readHubAnswer } from "./read-hub-answer.ts";

/** Seconds for which a hub is asked to keep a request open until there is a newer token. */
const waitSeconds = 50;
const firstPauseMilliseconds = 1_000;
const longestPauseMilliseconds = 30_000;

/** What is followed, and for how long. */
interface Following {
  /** Path of the watch. */
  readonly path: string;
  /** The version that is known here; 0 when none is. */
  readonly known: () => number;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Asks a hub again and again whether there is a newer version, until the signal ends it. Whatever goes wrong is
 * only tried again, after a while: news is an optimisation, and whoever calls is told what is wrong.
 */
export async function followHub(
  hubClient: HubClient,
  { path, known, signal }: Following,
  onNews: () => Promise<void>,
): Promise<void> {
  const waitMilliseconds = waitSeconds * 1000;
  for (let failures = 0; !signal.aborted;) {
    try {
      const query = { after: known(), wait: waitSeconds };
      const answer = await hubClient.send({ path, query, signal, waitMilliseconds });
      if (readHubAnswer(answer, hubClient).positiveNumber("version") > known()) await onNews();
      failures = 0;
    } catch {
      failures += 1;
    }
    // Also after an answer: a hub that answers at once, whatever it is asked, is not to be asked all the time.
    const pause = Math.min(firstPauseMilliseconds * 2 ** failures, longestPauseMilliseconds);
    const waiting = sleep(hubClient.platform, pause * (0.5 + Math.random() / 2));
    await unlessAborted(waiting, signal).catch(() => undefined);
  }
}
