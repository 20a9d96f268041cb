import { expect, test } from "vitest";
import { makeStage } from "../support/test-hub.ts";

test("a caller is given a version as new once, whichever hub hands it out, and never an older one", async () => {
  const { store, openStore } = await makeStage();
  const other = await openStore();
  const given = { callerId: "hubc_AAAAAAAAAAAA", appid: "team_a", version: 1 };
  expect(await store.recordHandedOut(given)).toBeUndefined();
  expect(await other.recordHandedOut(given)).toBe(1);
  expect(await other.recordHandedOut({ ...given, version: 2 })).toBeUndefined();
  expect(await store.recordHandedOut({ ...given, version: 2 })).toBe(2);
  expect(await store.recordHandedOut(given)).toBe(2);
  expect(await store.recordHandedOut({ ...given, appid: "team_b" })).toBeUndefined();
  expect(await store.recordHandedOut({ ...given, callerId: "hubc_BBBBBBBBBBBB" })).toBeUndefined();
});
