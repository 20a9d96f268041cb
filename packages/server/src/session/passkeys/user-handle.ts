import { createHmac } from "node:crypto";
import type { Store } from "../../store/store.ts";

/** Names of keys in the database. */
const handleKeyName = "passkey-user-handles";

/**
 * Makes the name by which authenticators know a user, in base64url: the same on all nodes, and without anything about the
 * person in it (WebAuthn, section 14.6.1).
 */
export function userHandles(store: Store): (userId: number) => Promise<string> {
  return async (userId) =>
    createHmac("sha256", await store.readInstallationKey(handleKeyName))
      .update(String(userId))
      .digest("base64url");
}
