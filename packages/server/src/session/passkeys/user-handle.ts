import { createHmac } from "node:crypto";
import type { Store } from "../../store/store.ts";

/** Names of keys in the database. */
const handleKeyName = "passkey-user-handles";

/**
 * Makes the name by which authenticators know a user, in base64url: the same on all nodes, and without anything about the
 * person in it (WebAuthn, section 14.6.1).
 */
export function userHandles(store: Store): (userId: number) => Promise<string> {
  let key: Promise<string> | undefined;
  return async (userId) => {
    key ??= store.readInstallationKey(handleKeyName).catch((error: unknown) => {
      key = undefined;
      throw error;
    });
    return createHmac("sha256", await key)
      .update(String(userId))
      .digest("base64url");
  };
}
