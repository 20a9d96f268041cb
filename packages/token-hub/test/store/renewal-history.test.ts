import { expect, test } from "vitest";
import { makeStage } from "../support/test-hub.ts";

const hour = 3_600_000;

test("renewals are counted by the hours of the clock, and hours without any are there too", async () => {
  let now = 500_000 * hour + 1;
  const { store } = await makeStage({ clock: () => now });
  const add = (kind: string) =>
    store.addAuditEntry({ appid: "a", kind, actor: "hub", version: 1, detail: {} });
  await add("minted");
  now += hour - 2;
  await add("minted");
  await add("caller_added");
  now += 1;
  await add("foreign_refresher");
  await add("mint_failed");
  now += 2 * hour;
  const nothing = { minted: 0, foreign: 0, failed: 0 };
  expect(await store.countRenewals(4)).toEqual([
    { ...nothing, startsAt: 500_000 * hour, minted: 2 },
    { ...nothing, startsAt: 500_001 * hour, foreign: 1, failed: 1 },
    { ...nothing, startsAt: 500_002 * hour },
    { ...nothing, startsAt: 500_003 * hour },
  ]);
});
