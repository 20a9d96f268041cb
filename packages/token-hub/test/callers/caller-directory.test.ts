import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { CallerDirectory } from "../../src/callers/caller-directory.ts";
import type { HubError } from "../../src/errors.ts";
import { createSealer } from "@survey-open-platform/service";
import {
  authorizationOf,
  none,
  openDirectory,
  origin,
  requestWith,
  rightsFor,
  thrownBy,
} from "./caller-stage.ts";

const refused = expect.objectContaining({ type: "invalid_caller" });

describe("a caller with a bearer token", () => {
  test("is known by id and secret", async () => {
    const { authenticator, add } = await openDirectory();
    const { id, secret } = await add();
    const bearer = requestWith(`Bearer ${id}.${secret}`);
    expect((await authenticator.authenticate(bearer, none)).id).toBe(id);
    const call = { ...bearer, request: new Request(origin) };
    expect(await authenticator.signedBody(call, 1)).toBeUndefined();
  });

  test("is refused with anything but that, near misses too", async () => {
    const { authenticator, add } = await openDirectory();
    const [one, other] = [await add(), await add()];
    const { id, secret } = one;
    const misses = [
      `Bearer ${id}.${secret.slice(0, -1)}`,
      `Bearer ${id}.${secret}A`,
      `Bearer ${id}.${secret.toLowerCase()}`,
      `Bearer ${id}.`,
      `Bearer ${id}`,
      `Bearer ${secret}`,
      `Bearer ${id}.${other.secret}`,
      `Bearer ${id} ${secret}`,
      `bearer ${id}.${secret}`,
      `Bearer  ${id}.${secret}`,
      `Bearer ${id}.${secret}, Bearer ${id}.${secret}`,
      `Bearer ${id}.${secret}\u00e9`,
      `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
    ];
    for (const miss of misses)
      await expect(authenticator.authenticate(requestWith(miss), none)).rejects.toEqual(refused);
    expect((await authenticator.authenticate(requestWith(`Bearer ${id}.${secret}`), none)).id).toBe(id);
  });

  test("that there is none of is refused as one with a wrong secret is", async () => {
    const { authenticator, add } = await openDirectory();
    const { id, secret } = await add();
    const [unknown, wrong] = [
      thrownBy(() => authenticator.admit("hubc_AAAAAAAAAAAA", secret)),
      thrownBy(() => authenticator.admit(id, `${secret}x`)),
    ];
    const { type, message, headers } = wrong as HubError; // Nothing else is thrown.
    expect(unknown).toMatchObject({ type, message, headers });
    expect(thrownBy(() => authenticator.admit("", ""))).toEqual(refused);
    expect(thrownBy(() => authenticator.admit("__proto__", "constructor"))).toEqual(refused);
  });
});

describe("the directory of callers", () => {
  test("knows no caller until it is refreshed, and from then on those that others have added", async () => {
    const { parts, add } = await openDirectory();
    const { id, secret } = await add();
    const elsewhere = new CallerDirectory(parts);
    expect(thrownBy(() => elsewhere.admit(id, secret))).toEqual(refused);
    await elsewhere.refresh();
    expect(elsewhere.admit(id, secret).name).toBe("shop");
  });

  test("refuses a caller from the refresh after it was revoked, for good", async () => {
    const { store, directory, authenticator, add, clock } = await openDirectory();
    const [one, other] = [await add(), await add()];
    expect(await store.revokeCaller(one.id)).toBe(true);
    await directory.refresh();
    expect(authenticator.find(one.id)).toBeUndefined();
    expect(thrownBy(() => authenticator.admit(one.id, one.secret))).toEqual(refused);
    const signed = await authorizationOf(one, { time: clock.now });
    await expect(authenticator.authenticate(requestWith(signed), none)).rejects.toEqual(refused);
    expect(authenticator.admit(other.id, other.secret).id).toBe(other.id);
    expect(await store.revokeCaller(one.id)).toBe(false);
    expect(await store.revokeCaller("hubc_AAAAAAAAAAAA")).toBe(false);
  });

  test("does not bring a revoked caller back with a refresh that took longer than a later one", async () => {
    const { parts, store, add } = await openDirectory();
    const { id, secret } = await add();
    const slow = Promise.withResolvers<void>();
    let isSlow = true;
    const listCallers = async () => {
      const listed = await parts.store.listCallers();
      if (isSlow) await slow.promise;
      return listed;
    };
    const directory = new CallerDirectory({ ...parts, store: { ...parts.store, listCallers } });
    const early = directory.refresh();
    isSlow = false;
    await store.revokeCaller(id);
    await directory.refresh();
    slow.resolve();
    await early;
    expect(thrownBy(() => directory.admit(id, secret))).toEqual(refused);
  });

  test("keeps whom it knows when the store cannot be asked", async () => {
    const { parts, add } = await openDirectory();
    const { id, secret } = await add();
    let isAway = false;
    const listCallers = async () => {
      if (isAway) throw new Error("the store is away");
      return await parts.store.listCallers();
    };
    const directory = new CallerDirectory({ ...parts, store: { ...parts.store, listCallers } });
    await directory.refresh();
    isAway = true;
    await expect(directory.refresh()).rejects.toThrow("the store is away");
    expect(directory.admit(id, secret).id).toBe(id);
  });

  test("lets in those whose secrets open when one does not, and says so once", async () => {
    const { store, parts, errors, add, sealer } = await openDirectory();
    const { id, secret } = await add();
    const stranger = createSealer([randomBytes(32)]);
    const sealed = stranger.seal("hubs_x", "caller_secret:hubc_BBBBBBBBBBBB");
    await store.addCaller({
      id: "hubc_BBBBBBBBBBBB",
      name: "sealed with a lost key",
      secretCiphertext: sealed,
      reportsPerMinute: 1,
      rights: [rightsFor("team_a")],
    });
    const directory = new CallerDirectory({ ...parts, sealer });
    await directory.refresh();
    await directory.refresh();
    expect(directory.admit(id, secret).id).toBe(id);
    expect(directory.find("hubc_BBBBBBBBBBBB")).toBeUndefined();
    expect(errors).toHaveLength(1);
  });

  test("does not open a secret that was moved to another caller", async () => {
    const { store, database, directory, authenticator, add } = await openDirectory();
    const [one, other] = [await add(), await add()];
    const stored = (await store.listCallers()).find(({ id }) => id === one.id);
    const moved = { secret_ciphertext: stored?.secretCiphertext ?? "" };
    await database.write(async ({ kysely }) => {
      await kysely.updateTable("callers").set(moved).where("id", "=", other.id).execute();
    });
    await directory.refresh();
    expect(thrownBy(() => authenticator.admit(other.id, one.secret))).toEqual(refused);
  });

  test("seals secrets again when there is a new key, and they keep working", async () => {
    const { store, parts, add } = await openDirectory();
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
    const old = new CallerDirectory({ ...parts, sealer: createSealer([oldKey]) });
    const { id, secret } = await add();
    const [kept] = await store.listCallers();
    const before = kept?.secretCiphertext ?? "";
    await store.resealCallerSecret({
      id,
      before,
      after: createSealer([oldKey]).seal(secret, `caller_secret:${id}`),
    });
    await old.refresh();
    const both = new CallerDirectory({ ...parts, sealer: createSealer([newKey, oldKey]) });
    await both.refresh();
    const renewed = new CallerDirectory({ ...parts, sealer: createSealer([newKey]) });
    await renewed.refresh();
    expect(renewed.admit(id, secret).id).toBe(id);
  });

  test("keeps no secret in the database, and shows none when printed", async () => {
    const { database, directory, store, add } = await openDirectory();
    const { secret } = await add();
    const rows = JSON.stringify(await database.reader.kysely.selectFrom("callers").selectAll().execute());
    const audit = JSON.stringify(await store.listAuditEntries({ limit: 10 }));
    const shown = inspect(directory, { depth: 10, showHidden: true }) + JSON.stringify(directory);
    for (const text of [rows, audit, shown]) expect(text).not.toContain(secret);
    expect(rows).toContain("v1.");
  });

  test("notes in the audit trail who was let in and shut out", async () => {
    const { store, add } = await openDirectory();
    const { id } = await add([rightsFor("team_a"), rightsFor("team_b")]);
    await store.revokeCaller(id);
    const entries = await store.listAuditEntries({ limit: 10 });
    const notes = entries.map(({ kind, detail }) => `${kind} ${String(detail["caller"])}`);
    expect(new Set(notes)).toEqual(new Set([`caller_added ${id}`, `caller_revoked ${id}`]));
  });
});

describe("secrets", () => {
  test("are 192 random bits behind a prefix, and no two the same", async () => {
    const { add } = await openDirectory();
    const callers = [await add(), await add(), await add()];
    for (const { id, secret } of callers) {
      expect(id).toMatch(/^hubc_[\w-]{12}$/);
      expect(secret).toMatch(/^hubs_[\w-]{32}$/);
    }
    expect(new Set(callers.map(({ secret }) => secret)).size).toBe(3);
  });

  test("are compared in constant time", () => {
    const source = readFileSync(new URL("../../src/callers/caller-directory.ts", import.meta.url), "utf8");
    expect(source.match(/timingSafeEqual\(/g)).toHaveLength(2);
    expect(source).not.toMatch(/secret\s*[!=]==?/);
  });
});
