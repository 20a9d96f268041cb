import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { UserTokens, UserTokenStore } from "../../src/user-token-store/user-token-store.ts";

/** Tokens that can be told apart. */
export function tokensCalled(name: string): UserTokens {
  return {
    accessToken: `sopu_${name}`,
    accessTokenExpiresAt: 1_000,
    refreshToken: `sopr_${name}`,
    refreshTokenExpiresAt: 2_000,
  };
}

/** What every store of people's tokens has to hold. */
export function describeStore(where: string, createStore: () => UserTokenStore): void {
  describe(`a store of tokens ${where}`, () => {
    test("has what was put there last, for that openid alone", async () => {
      const store = createStore();
      await store.put("o1", tokensCalled("first"));
      await store.put("o1", tokensCalled("second"));
      expect((await store.get("o1"))?.value).toEqual(tokensCalled("second"));
      expect(await store.get("o2")).toBeUndefined();
    });

    test("keeps apart what looks alike, and takes any text for an openid", async () => {
      const store = createStore();
      const openids = ["o1", "O1", "o1/", "../o1", "o1\u0000", "", "__proto__", "客"];
      for (const openid of openids) await store.put(openid, tokensCalled(JSON.stringify(openid)));
      for (const openid of openids)
        expect((await store.get(openid))?.value).toEqual(tokensCalled(JSON.stringify(openid)));
    });

    test("replaces only the version that was seen, also when the same value was written again", async () => {
      const store = createStore();
      await store.put("o1", tokensCalled("same"));
      const seen = (await store.get("o1"))?.version ?? "";
      await store.put("o1", tokensCalled("same"));
      expect(await store.replace("o1", tokensCalled("late"), seen)).toBe(false);
      expect((await store.get("o1"))?.value).toEqual(tokensCalled("same"));
      const current = (await store.get("o1"))?.version ?? "";
      expect(await store.replace("o1", tokensCalled("new"), current)).toBe(true);
      expect(await store.replace("o1", tokensCalled("twice"), current)).toBe(false);
    });

    test("does not bring back what was deleted, whatever version was seen before", async () => {
      const store = createStore();
      await store.put("o1", tokensCalled("a"));
      const seen = (await store.get("o1"))?.version ?? "";
      await store.delete("o1");
      await store.delete("o1");
      expect(await store.replace("o1", tokensCalled("b"), seen)).toBe(false);
      expect(await store.get("o1")).toBeUndefined();
      await store.put("o1", tokensCalled("a"));
      expect(await store.replace("o1", tokensCalled("b"), seen)).toBe(false);
    });

    test("lets one of many replacements of the same version through", async () => {
      const store = createStore();
      await store.put("o1", tokensCalled("start"));
      const seen = (await store.get("o1"))?.version ?? "";
      const names = Array.from({ length: 20 }, (_, index) => `r${index}`);
      const outcomes = await Promise.all(names.map((each) => store.replace("o1", tokensCalled(each), seen)));
      const winners = names.filter((_, index) => outcomes[index]);
      expect(winners).toHaveLength(1);
      expect((await store.get("o1"))?.value).toEqual(tokensCalled(winners[0] ?? ""));
    });

    test("loses no increment when callers read, change and replace until it succeeds", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 2, max: 6 }),
          fc.integer({ min: 1, max: 4 }),
          async (callers, times) => {
            const store = createStore();
            await store.put("o1", { ...tokensCalled("counter"), accessTokenExpiresAt: 0 });
            const increment = async (): Promise<void> => {
              const stored = await store.get("o1");
              if (stored === undefined) throw new Error("the record is gone");
              const { accessTokenExpiresAt: count } = stored.value;
              const next = { ...stored.value, accessTokenExpiresAt: count + 1 };
              if (!(await store.replace("o1", next, stored.version))) await increment();
            };
            const caller = async () => {
              for (let time = 0; time < times; time += 1) await increment();
            };
            await Promise.all(Array.from({ length: callers }, caller));
            expect((await store.get("o1"))?.value.accessTokenExpiresAt).toBe(callers * times);
          },
        ),
        { numRuns: 15 },
      );
    });

    test("lets one at a time hold the lock of an openid, in the order in which they came", async () => {
      const store = createStore();
      const order: string[] = [];
      const work = (each: string) => async () => {
        order.push(`${each} begins`);
        await store.put("o1", tokensCalled(each));
        order.push(`${each} ends`);
      };
      await Promise.all(["a", "b", "c"].map((each) => store.withLock("o1", work(each))));
      expect(order).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
    });

    test("lets the lock of one openid not hold up another, and gives it back after a failure", async () => {
      const store = createStore();
      const outcome = await store.withLock("o1", () => store.withLock("o2", async () => "inner"));
      expect(outcome).toBe("inner");
      const failure = store.withLock("o1", () => Promise.reject(new Error("refused")));
      await expect(failure).rejects.toThrow("refused");
      expect(await store.withLock("o1", async () => "free")).toBe("free");
    });
  });
}
