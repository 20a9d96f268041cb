import type { HubConfig } from "../config.ts";
import type { UserGrantStore } from "../store/user-grant-store.ts";
import type { UserObserver } from "./user-event.ts";

const claimedAtOnce = 100;
const intervalMilliseconds = 60_000;

/** The input and output of the watch. */
export interface ConsentWatchDependencies {
  readonly config: Pick<HubConfig, "applications">;
  readonly store: Pick<UserGrantStore, "claimEndingConsents">;
  readonly observe: UserObserver;
  /** Called when the store could not be read; it is read again later. */
  readonly onFailure: (error: unknown) => void;
}

/** Tells once of each consent that is about to end, whichever hub looks first. */
export async function notifyExpiringConsents({
  config,
  store,
  observe,
}: ConsentWatchDependencies): Promise<void> {
  for (const { appid, mode, consentNoticeSeconds } of config.applications) {
    const noticeMilliseconds = consentNoticeSeconds * 1000;
    for (let isMore = mode === "user"; isMore;) {
      const ending = await store.claimEndingConsents({ appid, noticeMilliseconds, limit: claimedAtOnce });
      for (const { openid, consentEndsAt } of ending)
        observe(appid, { kind: "consent_ending", openid, consentEndsAt });
      isMore = ending.length === claimedAtOnce;
    }
  }
}

/** Looks for consents that are about to end, at once and then every minute. @returns how to stop */
export function watchConsents(parts: ConsentWatchDependencies): () => Promise<void> {
  let running: Promise<void> | undefined;
  const look = () => {
    running ??= notifyExpiringConsents(parts)
      .catch(parts.onFailure)
      .finally(() => (running = undefined));
  };
  look();
  const timer = setInterval(look, intervalMilliseconds);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
