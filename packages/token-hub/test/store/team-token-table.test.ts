import { describe, expect, test } from "vitest";
import { makeStage } from "../support/test-hub.ts";

const appid = "mock_team";
const budget = { perHour: 60, burst: 100 };
const token = { fingerprint: "print", ciphertext: "sealed", expiresInSeconds: 7200 };

async function scene() {
  const clock = { now: 1_000_000 };
  const stage = await makeStage({ clock: () => clock.now });
  const { store } = stage;
  await store.ensureRecord(appid);
  const acquire = (epoch: number, leaseMilliseconds = 8_000) =>
    store.acquireLease({ appid, epoch, leaseMilliseconds, budget });
  return { ...stage, clock, acquire };
}

describe("the record of an application", () => {
  test("is made once, without a token, however often it is asked for", async () => {
    const { store } = await scene();
    await Promise.all(Array.from({ length: 5 }, () => store.ensureRecord(appid)));
    expect(await store.listRecords()).toEqual([
      {
        ...(await store.findRecord(appid)),
        appid,
        version: 0,
        epoch: 0,
        inDoubt: null,
        leaseLeftMilliseconds: 0,
      },
    ]);
  });

  test("is leased by one of many who try at once", async () => {
    const { store, acquire, openStore } = await scene();
    const other = await openStore();
    const tries = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0
        ? acquire(0)
        : other.acquireLease({ appid, epoch: 0, leaseMilliseconds: 8_000, budget }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ outcome }) => outcome === "acquired")).toHaveLength(1);
    expect(await store.findRecord(appid)).toMatchObject({ epoch: 1, leaseLeftMilliseconds: 8_000 });
  });

  test("is leased again when the lease has run out, or was given back, and not before", async () => {
    const { store, acquire, clock } = await scene();
    await acquire(0);
    clock.now += 7_999;
    expect(await acquire(1)).toEqual({ outcome: "refused" });
    clock.now += 1;
    expect(await acquire(1)).toMatchObject({ outcome: "acquired", record: { epoch: 2 } });
    expect(await store.releaseLease({ appid, epoch: 2, keepMarker: false })).toBe(true);
    expect(await acquire(2)).toMatchObject({ outcome: "acquired", record: { epoch: 3 } });
  });

  test("takes a token of the current epoch that is marked, once, and counts it", async () => {
    const { store, acquire, clock } = await scene();
    await acquire(0);
    expect(await store.storeToken({ appid, epoch: 1, ...token })).toBeUndefined();
    expect(await store.markInDoubt({ appid, epoch: 1 })).toBe(true);
    clock.now += 500;
    expect(await store.storeToken({ appid, epoch: 1, ...token })).toMatchObject({
      version: 1,
      epoch: 1,
      inDoubt: null,
      leaseLeftMilliseconds: 0,
      // It may have begun to live as soon as it was about to be asked for.
      ageMilliseconds: 500,
      ...token,
    });
    expect(await store.storeToken({ appid, epoch: 1, ...token })).toBeUndefined();
    expect(await store.findRecord(appid)).toMatchObject({ version: 1 });
  });

  test("is closed to an epoch that is over: it cannot mark, store or give back", async () => {
    const { store, acquire, clock } = await scene();
    await acquire(0);
    await store.markInDoubt({ appid, epoch: 1 });
    clock.now += 8_000;
    await acquire(1);
    expect(await store.markInDoubt({ appid, epoch: 1 })).toBe(false);
    expect(await store.storeToken({ appid, epoch: 1, ...token })).toBeUndefined();
    expect(await store.releaseLease({ appid, epoch: 1, keepMarker: false })).toBe(false);
    expect(await store.findRecord(appid)).toMatchObject({ version: 0, epoch: 2, inDoubt: 1 });
  });

  test("keeps the marker when the lease is given back in doubt", async () => {
    const { store, acquire } = await scene();
    await acquire(0);
    await store.markInDoubt({ appid, epoch: 1 });
    await store.releaseLease({ appid, epoch: 1, keepMarker: true });
    expect(await store.findRecord(appid)).toMatchObject({ inDoubt: 1, leaseLeftMilliseconds: 0 });
  });

  test("allows as many leases as the budget has mints, evenly spread once the burst is used up", async () => {
    const { store, clock } = await scene();
    const small = { perHour: 60, burst: 2 };
    const mint = async (epoch: number) => {
      const answer = await store.acquireLease({ appid, epoch, leaseMilliseconds: 8_000, budget: small });
      if (answer.outcome === "acquired")
        await store.releaseLease({ appid, epoch: epoch + 1, keepMarker: false });
      return answer;
    };
    expect(await mint(0)).toMatchObject({ outcome: "acquired" });
    expect(await mint(1)).toMatchObject({ outcome: "acquired" });
    expect(await mint(2)).toEqual({ outcome: "over_budget", retryAfterSeconds: 60 });
    clock.now += 59_000;
    expect(await mint(2)).toEqual({ outcome: "over_budget", retryAfterSeconds: 1 });
    clock.now += 1_000;
    expect(await mint(2)).toMatchObject({ outcome: "acquired" });
  });

  test("takes the same token under another key, unless a newer one has come meanwhile", async () => {
    const { store, acquire } = await scene();
    await acquire(0);
    await store.markInDoubt({ appid, epoch: 1 });
    await store.storeToken({ appid, epoch: 1, ...token });
    await store.resealToken({ appid, before: "another", after: "resealed" });
    expect(await store.findRecord(appid)).toMatchObject({ ciphertext: "sealed" });
    await store.resealToken({ appid, before: "sealed", after: "resealed" });
    expect(await store.findRecord(appid)).toMatchObject({ ciphertext: "resealed", version: 1 });
  });
});

describe("the audit trail", () => {
  test("lists the newest first, of one application or all, and forgets what is old", async () => {
    const { store, clock } = await scene();
    const entry = { kind: "minted", actor: "hub", version: 1, detail: { reason: "due", milliseconds: 7 } };
    for (const name of ["a", "b", "a"]) {
      clock.now += 1;
      await store.addAuditEntry({ ...entry, appid: name });
    }
    const all = await store.listAuditEntries({ limit: 10 });
    expect(all.map(({ at, appid: name }) => [at, name])).toEqual([
      [1_000_003, "a"],
      [1_000_002, "b"],
      [1_000_001, "a"],
    ]);
    expect(await store.listAuditEntries({ appid: "b", limit: 10 })).toEqual([
      { ...entry, appid: "b", at: 1_000_002 },
    ]);
    expect(await store.listAuditEntries({ limit: 1 })).toHaveLength(1);
    clock.now += 86_400_000;
    expect(await store.sweepAuditEntries(1)).toBe(2);
    expect(await store.listAuditEntries({ limit: 10 })).toHaveLength(1);
  });
});
