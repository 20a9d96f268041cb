import { createKeyedLock } from "./keyed-lock.ts";
import type { StoredValue, UserTokens, UserTokenStore } from "./user-token-store.ts";

/**
 * Keeps tokens in this process's memory: for tests, and for programs that may ask every user for consent again
 * after a restart.
 *
 * @example
 * ```ts
 * import { createMemoryUserTokenStore } from "@survey-open-platform/sdk";
 *
 * const store = createMemoryUserTokenStore();
 * await store.delete("o123");
 * ```
 */
export function createMemoryUserTokenStore<Value = UserTokens>(): UserTokenStore<Value> {
  const records = new Map<string, StoredValue<Value>>();
  let writes = 0;
  const write = (openid: string, value: Value) => {
    writes += 1;
    records.set(openid, { value, version: String(writes) });
  };
  return {
    withLock: createKeyedLock(),
    get: async (openid) => records.get(openid),
    put: async (openid, value) => write(openid, value),
    async replace(openid, value, seenVersion) {
      if (records.get(openid)?.version !== seenVersion) return false;
      write(openid, value);
      return true;
    },
    async delete(openid) {
      records.delete(openid);
    },
  };
}
