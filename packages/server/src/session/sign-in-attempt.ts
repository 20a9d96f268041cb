import { createHmac } from "node:crypto";
import { hashToken } from "../model/token.ts";
import { isStorable } from "@survey-open-platform/surveys";
import type { RateLimit } from "../store/installation/policy.ts";
import { bucketsOfAddress, rateLimitKey } from "../store/installation/rate-limit-table.ts";
import type { RecordedAttempt } from "../store/people/session-table.ts";
import type { Store } from "../store/store.ts";
import type { PageRequest } from "./page-request.ts";
import { isDeviceOf } from "../store/people/device-table.ts";

/** Attempts of one address on one username, and of one recognised browser on its own user. */
export const attemptsOnName: RateLimit = { perMinute: 5, burst: 10 };
/** Attempts of one address on any usernames. */
export const attemptsOfAddress: RateLimit = { perMinute: 60, burst: 100 };

/**
 * Where an attempt to sign in is counted: by address, by username and address, and by username over all addresses, where
 * attempts have to wait longer and longer. A browser in which the user has signed in before is counted by itself, so
 * that attempts of others do not keep the user out ("device cookie").
 */
export async function attemptOf(
  store: Store,
  { address, cookies }: PageRequest,
  username: string,
): Promise<RecordedAttempt> {
  const device = cookies.get("sop_device");
  const hash = device === undefined ? undefined : hashToken(device);
  if (hash !== undefined && isStorable(username) && (await isDeviceOf(store.reader, { hash, username }))) {
    return { buckets: [{ key: rateLimitKey("sign-in-device", hash), limit: attemptsOnName }] };
  }
  const onName = bucketsOfAddress(address, attemptsOnName, "sign-in", username);
  return {
    buckets: [...onName, ...bucketsOfAddress(address, attemptsOfAddress, "sign-in")],
    nameKey: rateLimitKey("sign-in", username),
  };
}

/** Names of keys in the database. */
const usernameKeyName = "usernames-in-log";

/**
 * Makes the name of a username in log lines: the same for the same username on all nodes, and no one finds out the
 * username without the database. Users type passwords into the wrong field, so not even a plain hash is logged.
 */
export function usernamePseudonyms(store: Store): (username: string) => Promise<string> {
  return async (username) =>
    createHmac("sha256", await store.readInstallationKey(usernameKeyName))
      .update(username)
      .digest("base64url")
      .slice(0, 16);
}
