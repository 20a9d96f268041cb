import { array, assert, asyncProperty, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";
import type { RateLimit } from "../../src/store/installation/policy.ts";
import { startTestPlatform, testStart } from "../support/test-platform.ts";

const limits = record({
  perMinute: integer({ min: 1, max: 5000 }),
  burst: integer({ min: 1, max: 40 }),
});
const starts = integer({ min: 0, max: 10_000_000 });

describe("a rate limit", () => {
  it("lets exactly a burst of those pass that come at once, and after the announced wait exactly one more", async () => {
    const { store, clock } = await startTestPlatform();
    let key = 0;
    const property = asyncProperty(limits, starts, async (limit, start) => {
      key += 1;
      clock.now = testStart + start;
      const take = () => store.consumeTokens([{ key: `key ${key}`, limit }]);
      const takes = await Promise.all(Array.from({ length: limit.burst + 3 }, take));
      expect(takes.filter((refusal) => refusal === undefined)).toHaveLength(limit.burst);
      const refusal = takes.find((taken) => taken !== undefined);
      expect(refusal?.refused).toBe("request_rate_limited");
      clock.now += (refusal?.retryAfterSeconds ?? 0) * 1000;
      expect(await take()).toBeUndefined();
    });
    await assert(property, { numRuns: 80 });
  });

  it("never lets more pass than its burst and its rate allow, however the requests are spread", async () => {
    const { store, clock } = await startTestPlatform();
    let key = 0;
    const pauses = array(integer({ min: 0, max: 4000 }), { minLength: 5, maxLength: 30 });
    const property = asyncProperty(limits, pauses, async (limit, waits) => {
      key += 1;
      const startedAt = (clock.now = testStart);
      let passed = 0;
      for (const wait of waits) {
        clock.now += wait;
        const refusal = await store.consumeTokens([{ key: `key ${key}`, limit }]);
        passed += refusal === undefined ? 1 : 0;
        expect(refusal?.retryAfterSeconds).not.toBe(0);
        expect(passed).toBeLessThanOrEqual(allowance(limit, clock.now - startedAt));
      }
    });
    await assert(property, { numRuns: 20 });
  });

  it("is the same for requests that come at once", async () => {
    const { store } = await startTestPlatform();
    const takes = await Promise.all(
      Array.from({ length: 100 }, () =>
        store.consumeTokens([{ key: "key", limit: { perMinute: 60, burst: 20 } }]),
      ),
    );
    expect(takes.filter((refusal) => refusal === undefined)).toHaveLength(20);
  });

  it("counts nothing for what it refuses", async () => {
    const { store, clock } = await startTestPlatform();
    const limit = { perMinute: 60, burst: 1 };
    await store.consumeTokens([{ key: "key", limit }]);
    for (let at = 0; at < 50; at += 1) await store.consumeTokens([{ key: "key", limit }]);
    clock.now += 1000;
    expect(await store.consumeTokens([{ key: "key", limit }])).toBeUndefined();
  });

  it("is forgotten by the sweep only once it is as good as new", async () => {
    const { store, clock, database } = await startTestPlatform();
    for (let at = 0; at < 20; at += 1)
      await store.consumeTokens([{ key: "key", limit: { perMinute: 60, burst: 20 } }]);
    const rows = () => database.reader.kysely.selectFrom("rate_limits").select("key_hash").execute();
    clock.now += 19_999;
    await store.sweepExpired();
    expect(await rows()).toHaveLength(1);
    clock.now += 1;
    await store.sweepExpired();
    expect(await rows()).toHaveLength(0);
  });
});

/** The most that may have passed after some time: the burst, and one for each full interval. */
function allowance({ perMinute, burst }: RateLimit, milliseconds: number): number {
  return burst + Math.floor((milliseconds * perMinute) / 60_000 + 1e-6);
}
