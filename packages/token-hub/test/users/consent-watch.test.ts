import { expect, test } from "vitest";
import { createSealer } from "@survey-open-platform/service";
import { notifyExpiringConsents } from "../../src/users/consent-watch.ts";
import { resealGrants } from "../../src/users/reseal-grants.ts";
import type { UserEvent } from "../../src/users/user-event.ts";
import { testKey } from "../support/test-hub.ts";
import { actor, appid, day, makeUserStage, userConfig } from "./user-stage.ts";

type Stage = Awaited<ReturnType<typeof makeUserStage>>;

/** One look of one hub. */
async function look({ store }: Stage): Promise<readonly UserEvent[]> {
  const told: UserEvent[] = [];
  await notifyExpiringConsents({
    config: userConfig,
    store,
    observe: (_, event) => told.push(event),
    onFailure: (error) => expect.unreachable(String(error)),
  });
  return told;
}

test("a consent that is about to end is reported once, before it ends, by one of the hubs", async () => {
  const stage = await makeUserStage();
  const { openid } = await stage.consent(1001);
  await stage.clock.advance(26 * day);
  await stage.consent(1002);
  expect(await look(stage)).toEqual([]);
  await stage.clock.advance(1.5 * day);
  const told = (await Promise.all([look(stage), look(stage), look(stage)])).flat();
  expect(told).toEqual([{ kind: "consent_ending", openid, consentEndsAt: expect.any(Number) }]);
  expect(await look(stage)).toEqual([]);
});

test("of many consents that end at the same time none is forgotten", async () => {
  const users = Array.from({ length: 250 }, (_, index) => ({ id: index + 1, nickname: "Somebody" }));
  const stage = await makeUserStage({ users });
  for (const { id } of users) await stage.consent(id);
  await stage.clock.advance(28 * day);
  expect(await look(stage)).toHaveLength(250);
});

test("what is reported about consents is in the audit trail, without any token", async () => {
  const stage = await makeUserStage();
  const given = await stage.consent();
  await stage.clock.advance(28 * day);
  await look(stage);
  await stage.clock.advance(4 * day);
  await expect(stage.users.token(appid, given.openid, actor)).rejects.toThrow("consent_required");
  await expect(stage.users.token(appid, given.openid, actor)).rejects.toThrow("consent_required");
  const lines = await stage.openStore().then((store) => store.listAuditEntries({ appid, limit: 10 }));
  expect(lines.map(({ kind }) => kind)).toEqual(["consent_required", "consent_ending"]);
  expect(lines[0]?.detail).toMatchObject({ openid: given.openid });
  expect(JSON.stringify(lines)).not.toContain(given.accessToken);
});

test("the list of consents to be renewed has those that end in time and those that have ended", async () => {
  const stage = await makeUserStage();
  const early = await stage.consent(1001);
  await stage.clock.advance(10 * day);
  const late = await stage.consent(1002);
  const list = async (endsBefore?: number) =>
    (await stage.users.list({ appid, endsBefore, after: "", limit: 10 })).map(({ openid }) => openid);
  expect(new Set(await list())).toEqual(new Set([early.openid, late.openid]));
  expect(await list(stage.clock.now() + 21 * day)).toEqual([early.openid]);
  expect(await list(stage.clock.now())).toEqual([]);
  await stage.clock.advance(21 * day);
  await expect(stage.users.token(appid, early.openid, actor)).rejects.toThrow("consent_required");
  expect(await list(0)).toEqual([early.openid]);
});

test("user tokens are sealed again with a new key, which then is the only one needed", async () => {
  const stage = await makeUserStage();
  const given = await stage.consent();
  const newKey = new Uint8Array(32).fill(9);
  const both = createSealer([newKey, testKey]);
  expect(await resealGrants(stage.store, both)).toEqual({ resealed: 1, unreadable: 0 });
  expect(await resealGrants(stage.store, both)).toEqual({ resealed: 0, unreadable: 0 });
  const later = stage.open({ keys: [newKey] });
  expect(await later.token(appid, given.openid, actor)).toEqual(given);
  await stage.clock.advance(4 * day);
  expect(await later.token(appid, given.openid, actor)).toMatchObject({ version: 2 });
});

test("more users than fit on a page are all sealed again, unless the hub stops in between", async () => {
  const users = Array.from({ length: 450 }, (_, index) => ({ id: index + 1, nickname: "Somebody" }));
  const stage = await makeUserStage({ users });
  for (const { id } of users) await stage.consent(id);
  const both = createSealer([new Uint8Array(32).fill(9), testKey]);
  expect(await resealGrants(stage.store, both, AbortSignal.abort())).toMatchObject({ resealed: 200 });
  expect(await resealGrants(stage.store, both)).toEqual({ resealed: 250, unreadable: 0 });
});

test("tokens that no key can decrypt are reported, and no caller gets them", async () => {
  const stage = await makeUserStage();
  const { openid } = await stage.consent();
  const other = new Uint8Array(32).fill(3);
  const stranger = stage.open({ keys: [other] });
  await expect(stranger.token(appid, openid, actor)).rejects.toMatchObject({ type: "token_unavailable" });
  expect(stage.kinds()).toContain("unreadable_grant");
  expect(await resealGrants(stage.store, createSealer([other]))).toEqual({ resealed: 0, unreadable: 1 });
});

test("one person's sealed tokens are worth nothing in another one's place", async () => {
  const stage = await makeUserStage();
  const ada = await stage.consent(1001);
  const bob = await stage.consent(1002);
  const stolen = await stage.store.findGrant({ appid, openid: ada.openid });
  await stage.database.write(({ kysely }) =>
    kysely
      .updateTable("user_grants")
      .set({ access_token_ciphertext: stolen?.accessCiphertext ?? "" })
      .where("openid", "=", bob.openid)
      .execute(),
  );
  await expect(stage.users.token(appid, bob.openid, actor)).rejects.toMatchObject({
    type: "token_unavailable",
  });
});
