import { expect, test } from "vitest";
import { makeStage } from "../support/test-hub.ts";

const minute = 60_000;

test("a signature is taken once when three hubs are asked for it fifty times at once", async () => {
  const { openStore } = await makeStage();
  const stores = await Promise.all([openStore(), openStore(), openStore()]);
  const taking = Array.from({ length: 50 }, (_, index) =>
    stores[index % 3]?.takeSignature({ signature: "one", keepMilliseconds: minute }),
  );
  expect((await Promise.all(taking)).filter((isTaken) => isTaken === true)).toHaveLength(1);
  expect(await stores[0]?.takeSignature({ signature: "other", keepMilliseconds: minute })).toBe(true);
});

test("a signature is swept when it has been remembered for long enough, and not before", async () => {
  const { store } = await makeStage();
  await store.takeSignature({ signature: "short", keepMilliseconds: -1 });
  await store.takeSignature({ signature: "long", keepMilliseconds: minute });
  expect(await store.sweepSignatures()).toBe(1);
  expect(await store.takeSignature({ signature: "short", keepMilliseconds: minute })).toBe(true);
  expect(await store.takeSignature({ signature: "long", keepMilliseconds: minute })).toBe(false);
});
