import { describe, expect, test } from "vitest";
import type { NewCaller } from "../../src/store/caller-table.ts";
import { makeStage } from "../support/test-hub.ts";

const caller: NewCaller = {
  id: "hubc_AAAAAAAAAAAA",
  name: "orders 订单 'quoted'",
  secretCiphertext: "v1.key.sealed",
  reportsPerMinute: 60,
  rights: [
    { appid: "team_a", token: true, report: false, users: false, proxyPaths: ["/api/surveys", "/api/x"] },
    { appid: "team_b", token: false, report: true, users: true, proxyPaths: [] },
  ],
};

describe("the table of callers", () => {
  test("gives back what was put in, with times as numbers", async () => {
    const { store } = await makeStage();
    await store.addCaller(caller);
    const listed = await store.listCallers();
    expect(listed).toEqual([{ ...caller, createdAt: expect.any(Number), revokedAt: null }]);
    expect(Math.abs((listed[0]?.createdAt ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test("takes callers without any right, and no id twice", async () => {
    const { store } = await makeStage();
    await store.addCaller({ ...caller, rights: [] });
    await expect(store.addCaller(caller)).rejects.toThrow(/./);
    expect((await store.listCallers()).map(({ rights }) => rights)).toEqual([[]]);
  });

  test("adds a caller as a whole or not at all, the note in the audit trail included", async () => {
    const { store } = await makeStage();
    const [right] = caller.rights;
    const twice = { ...caller, rights: [right, right].filter((one) => one !== undefined) };
    await expect(store.addCaller(twice)).rejects.toThrow(/./);
    expect(await store.listCallers()).toEqual([]);
    expect(await store.listAuditEntries({ limit: 10 })).toEqual([]);
  });

  test("revokes a caller once, for however many that do it at the same time", async () => {
    const { store, openStore } = await makeStage();
    await store.addCaller(caller);
    const stores = [store, await openStore(), await openStore()];
    const revoked = await Promise.all([...stores, ...stores].map((one) => one.revokeCaller(caller.id)));
    expect(revoked.filter(Boolean)).toHaveLength(1);
    const [listed] = await store.listCallers();
    expect(listed?.revokedAt).toBeGreaterThanOrEqual(listed?.createdAt ?? Infinity);
    const kinds = (await store.listAuditEntries({ limit: 10 })).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "caller_revoked")).toHaveLength(1);
  });

  test("puts a secret there under another key only in the place of the one that was seen", async () => {
    const { store } = await makeStage();
    await store.addCaller(caller);
    const { id } = caller;
    await store.resealCallerSecret({ id, before: "v1.other.sealed", after: "v1.never" });
    await store.resealCallerSecret({ id, before: "v1.key.sealed", after: "v1.new.sealed" });
    expect((await store.listCallers())[0]?.secretCiphertext).toBe("v1.new.sealed");
  });
});
