import { describe, expect, test } from "vitest";
import { actor, appid, day, makeUserStage, reportOf, whilePassing } from "./user-stage.ts";

/** A refresh whose answer is on its way while something else happens. */
async function refreshingStage() {
  const stage = await makeUserStage();
  const { openid } = await stage.consent();
  await stage.clock.advance(4 * day);
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const slow = stage.open({
    fetch: async (url, init) => {
      const answer = await stage.platform.fetch(url, init);
      asked.resolve();
      await mayAnswer.promise;
      return answer;
    },
  });
  const refreshing = slow.token(appid, openid, actor);
  await asked.promise;
  return { ...stage, openid, refreshing, answer: () => mayAnswer.resolve() };
}

describe("people's tokens at the hub", () => {
  test("are kept from the exchange on and handed out with what is left of their life", async () => {
    const { users, consent, clock, platform } = await makeUserStage();
    const given = await consent();
    expect(given).toMatchObject({ version: 1, expiresInSeconds: 259_200 });
    await clock.advance(60_000);
    expect(await users.token(appid, given.openid, actor)).toEqual({ ...given, expiresInSeconds: 259_140 });
    expect(platform.calls).toHaveLength(1);
  });

  test("are kept sealed: no token of theirs stands in the database", async () => {
    const { consent, database } = await makeUserStage();
    const given = await consent();
    const answer = JSON.stringify(
      await database.reader.kysely.selectFrom("user_grants").selectAll().execute(),
    );
    expect(answer).toContain(given.openid);
    expect(answer).toContain("v1.");
    expect(answer).not.toContain(given.accessToken);
    expect(answer).not.toContain("sopr_");
  });

  test("are refreshed again and again with the one refresh token of the exchange, for its thirty days", async () => {
    const { users, consent, clock, refreshes, kinds } = await makeUserStage();
    const { openid } = await consent();
    const seen = new Set<string>();
    for (let today = 0; today < 30; today += 1) {
      seen.add((await users.token(appid, openid, actor)).accessToken);
      await clock.advance(day - 1_000);
    }
    expect(refreshes()).toHaveLength(9);
    expect(seen.size).toBe(10);
    expect(kinds()).not.toContain("consent_required");
  });

  test("end with the consent: then the user has to be asked again, and this is reported once", async () => {
    const { users, consent, clock, kinds } = await makeUserStage();
    const { openid } = await consent();
    await clock.advance(31 * day);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(users.token(appid, openid, actor)).rejects.toMatchObject({ type: "consent_required" });
    expect(kinds().filter((kind) => kind === "consent_required")).toHaveLength(1);
    const again = await consent();
    expect(again).toMatchObject({ openid, version: 2 });
    expect(await users.token(appid, openid, actor)).toEqual(again);
  });

  test("are refreshed once when a hundred callers on three hubs come at the same time", async () => {
    const { open, consent, clock, refreshes, store } = await makeUserStage();
    const hubs = [open(), open(), open()] as const;
    const { openid } = await consent();
    await clock.advance(4 * day);
    const calls = Array.from({ length: 99 }, (_, index) =>
      (hubs[index % 3] ?? hubs[0]).token(appid, openid, actor),
    );
    const settled = await whilePassing(clock, Promise.all(calls));
    expect(settled.status).toBe("fulfilled");
    expect(
      new Set(settled.status === "fulfilled" ? settled.value.map((token) => token.version) : []),
    ).toEqual(new Set([2]));
    expect(refreshes()).toHaveLength(1);
    expect((await store.findGrant({ appid, openid }))?.version).toBe(2);
  });

  test("are refreshed by the next hub when the one that began died", async () => {
    const { users, consent, clock, store } = await makeUserStage();
    const { openid } = await consent();
    await clock.advance(4 * day);
    // What a hub leaves behind that was killed right after it had taken the lease.
    await store.acquireGrantLease({ appid, openid, version: 1, leaseMilliseconds: 8_000 });
    const before = clock.now();
    const settled = await whilePassing(clock, users.token(appid, openid, actor));
    expect(settled).toMatchObject({ status: "fulfilled", value: { version: 2 } });
    expect(clock.now() - before).toBeLessThan(16_000);
  });

  test("survive a lost answer of a refresh, at the cost of one more", async () => {
    const { users, consent, clock, platform } = await makeUserStage();
    const { openid } = await consent();
    await clock.advance(4 * day);
    platform.inject({ kind: "lost_response", on: "token" });
    await expect(users.token(appid, openid, actor)).rejects.toMatchObject({ type: "upstream_unavailable" });
    await clock.advance(1_000);
    expect(await users.token(appid, openid, actor)).toMatchObject({ version: 2 });
  });

  test("go on being handed out while the platform is away and they are good", async () => {
    const { users, consent, clock, platform, kinds } = await makeUserStage();
    const { openid, accessToken } = await consent();
    await clock.advance(3 * day - 60_000);
    platform.inject({ kind: "network_error", times: Infinity });
    for (let call = 0; call < 5; call += 1)
      expect((await users.token(appid, openid, actor)).accessToken).toBe(accessToken);
    // It was tried, once, and then let be for a while.
    expect(kinds().filter((kind) => kind === "refresh_failed")).toHaveLength(1);
  });

  test("are not lost when the database fails while an exchange is under way", async () => {
    const { users, platform, store, clock } = await makeUserStage();
    let failures = 3;
    const { putGrant } = store;
    Object.assign(store, {
      putGrant: async (grant: Parameters<typeof putGrant>[0]) => {
        failures -= 1;
        if (failures >= 0) throw new Error("the database is away");
        return await putGrant(grant);
      },
    });
    const exchange = { code: platform.obtainCode(appid), codeVerifier: undefined, actor };
    const settled = await whilePassing(clock, users.exchange(appid, exchange));
    expect(settled).toMatchObject({ status: "fulfilled", value: { version: 1 } });
  });

  test("cannot be had for a code that the platform refuses, and the code is sent once", async () => {
    const { users, platform, kinds } = await makeUserStage();
    const exchange = { code: "sopc_nonsense", codeVerifier: undefined, actor };
    await expect(users.exchange(appid, exchange)).rejects.toMatchObject({ type: "invalid_grant" });
    platform.inject({ kind: "lost_response", on: "token" });
    const lost = { ...exchange, code: platform.obtainCode(appid) };
    await expect(users.exchange(appid, lost)).rejects.toMatchObject({ type: "upstream_unavailable" });
    expect(platform.calls).toHaveLength(2);
    expect(kinds()).toEqual(["exchange_failed", "exchange_failed"]);
  });

  test("belong to applications with user mode alone", async () => {
    const { users } = await makeUserStage();
    for (const other of ["mock_team", "nobody"])
      await expect(users.token(other, "o1", actor)).rejects.toMatchObject({ type: "forbidden" });
  });
});

describe("a report of a person's token", () => {
  test("that the platform still takes changes nothing", async () => {
    const { users, consent, refreshes, kinds } = await makeUserStage();
    const given = await consent();
    expect(await users.report(appid, reportOf(given.openid, 1))).toEqual(given);
    expect(refreshes()).toHaveLength(0);
    expect(kinds()).toContain("unfounded_report");
  });

  test("that is dead has one new one made for everybody who reports it", async () => {
    const { users, consent, platform, refreshes } = await makeUserStage();
    const { openid } = await consent();
    platform.expireAccessTokens();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => users.report(appid, reportOf(openid, 1))),
    );
    expect(new Set(answers.map(({ version }) => version))).toEqual(new Set([2]));
    expect(refreshes()).toHaveLength(1);
    expect(await users.report(appid, reportOf(openid, 1))).toMatchObject({ version: 2 });
    expect(refreshes()).toHaveLength(1);
  });

  test("of an older version is answered with the newer one, and costs the caller nothing", async () => {
    const { users, consent, clock } = await makeUserStage();
    const { openid } = await consent();
    await clock.advance(4 * day);
    await users.token(appid, openid, actor);
    const report = { ...reportOf(openid, 1), beforeProbe: () => expect.unreachable("it was charged") };
    expect(await users.report(appid, report)).toMatchObject({ version: 2 });
  });

  test("that came after the person took the consent back ends the grant, dead token included", async () => {
    const { users, consent, platform, kinds } = await makeUserStage();
    const { openid } = await consent();
    platform.revokeConsent(openid);
    const report = users.report(appid, reportOf(openid, 1));
    await expect(report).rejects.toMatchObject({ type: "consent_required" });
    await expect(users.token(appid, openid, actor)).rejects.toMatchObject({ type: "consent_required" });
    expect(kinds()).toContain("consent_required");
    // The platform is not asked again for what it refuses.
    const calls = platform.calls.length;
    await expect(users.token(appid, openid, actor)).rejects.toMatchObject({ type: "consent_required" });
    expect(platform.calls).toHaveLength(calls);
  });
});

describe("a grant that changes while it is refreshed", () => {
  test("stays what the newer consent made of it", async () => {
    const { users, consent, openid, refreshing, answer } = await refreshingStage();
    const newer = await consent();
    answer();
    expect(await refreshing).toEqual(newer);
    expect(await users.token(appid, openid, actor)).toEqual(newer);
  });

  test("stays forgotten", async () => {
    const { users, openid, refreshing, answer, kinds } = await refreshingStage();
    await users.forget(appid, openid, actor);
    answer();
    await expect(refreshing).rejects.toMatchObject({ type: "consent_required" });
    await expect(users.token(appid, openid, actor)).rejects.toMatchObject({ type: "consent_required" });
    expect(kinds()).toContain("user_forgotten");
  });
});
