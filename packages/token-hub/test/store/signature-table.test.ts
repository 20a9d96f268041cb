import { expect, test } from "vitest";
import { makeStage } from "../support/test-hub.ts";

const minute = 60_000;

test("a signature is taken once when three hubs are asked for it 51 times at once", async () => {
  const { openStore } = await makeStage();
  const stores = await Promise.all([openStore(), openStore(), openStore()]);
  const asked = Array.from({ length: 17 }, () => stores).flat();
  const use = { signature: "one", keepMilliseconds: minute };
  const taken = await Promise.all(asked.map((store) => store.claimSignature(use)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  expect(await asked[0]?.claimSignature({ ...use, signature: "other" })).toBe(true);
});

test("a signature is swept when it has been remembered for long enough, and not before", async () => {
  const { store } = await makeStage();
  await store.claimSignature({ signature: "short", keepMilliseconds: -1 });
  await store.claimSignature({ signature: "long", keepMilliseconds: minute });
  expect(await store.sweepSignatures()).toBe(1);
  expect(await store.claimSignature({ signature: "short", keepMilliseconds: minute })).toBe(true);
  expect(await store.claimSignature({ signature: "long", keepMilliseconds: minute })).toBe(false);
});
