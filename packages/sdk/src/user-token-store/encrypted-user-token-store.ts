import { createSealedBox, type EncryptionKeys } from "../encoding/sealed-box.ts";
import type { UserTokens, UserTokenStore } from "./user-token-store.ts";

/**
 * Encrypts what a store keeps, with AES-256-GCM. Each record is bound to its openid, so one user's record put
 * in another's place is refused rather than used; the openid itself stays readable.
 *
 * To exchange keys, put the new one first and keep the old ones behind it: records are sealed again as they are
 * written, at the latest when their refresh token has ended.
 *
 * @param store where the sealed text goes
 * @param keys the first one seals, all of them open
 * @returns a store whose `get` throws `DecryptionError` for a record that was changed, moved, or sealed with
 *   a key that is not among `keys`
 * @throws TypeError when a key is not 32 bytes long, or a name is malformed or given twice
 *
 * @example
 * ```ts
 * import { encryptedUserTokenStore } from "@survey-open-platform/sdk";
 * import { createFileUserTokenStore } from "@survey-open-platform/sdk/node";
 *
 * const files = createFileUserTokenStore<string>("data/user-tokens");
 * // Made once with: node -p "crypto.randomBytes(32).toString('base64')"
 * const store = encryptedUserTokenStore(files, [{ id: "2027", key: process.env["TOKEN_KEY"] ?? "" }]);
 * await store.delete("o123");
 * ```
 */
export function encryptedUserTokenStore(store: UserTokenStore<string>, keys: EncryptionKeys): UserTokenStore {
  const box = createSealedBox(keys);
  const seal = (openid: string, tokens: UserTokens) => box.seal(JSON.stringify(tokens), openid);
  return {
    withLock: (openid, work) => store.withLock(openid, work),
    delete: (openid) => store.delete(openid),
    put: async (openid, tokens) => store.put(openid, await seal(openid, tokens)),
    replace: async (openid, tokens, seenVersion) =>
      store.replace(openid, await seal(openid, tokens), seenVersion),
    async get(openid) {
      const stored = await store.get(openid);
      if (stored === undefined) return undefined;
      // What can be opened was written by `seal`: only this application has the key.
      const value = JSON.parse(await box.open(stored.value, openid)) as UserTokens;
      return { value, version: stored.version };
    },
  };
}
