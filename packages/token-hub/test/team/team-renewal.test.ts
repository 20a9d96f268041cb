import { describe, expect, test, vi } from "vitest";
import { settle, TestClock } from "../support/test-clock.ts";
import { makeStage, startHub, team, type StageOptions, type TestHubOptions } from "../support/test-hub.ts";

const { appid } = team;

/** For tests that let hours pass. */
const slowly = { pollSeconds: 30 };

/** A hub, its platform and its database, all on one clock that the test moves. */
async function scene({ platform, ...options }: StageOptions & TestHubOptions = {}) {
  const clock = new TestClock();
  const stage = await makeStage({
    platform: { clock: () => clock.now(), ...platform },
    clock: () => clock.now(),
  });
  const started = await startHub(stage, { clock, ...options });
  await clock.advance(0);
  return { ...stage, ...started, clock };
}

describe("a hub", () => {
  test("has a token minted when it starts for the first time, and hands it out with what is left of its life", async () => {
    const { hub, platform, clock } = await scene();
    await clock.advance(60_000);
    const token = await hub.token(appid);
    expect(token).toEqual({ accessToken: platform.liveTeamToken(), version: 1, expiresInSeconds: 7_140 });
    expect(hub.tokenAtOnce(appid)).toEqual(token);
    expect(platform.mints).toHaveLength(1);
  });

  test("starts again with the token that it had, without minting", async () => {
    const { hub, platform, clock, ...stage } = await scene();
    const before = await hub.token(appid);
    await hub.stop();
    const { hub: again } = await startHub({ platform, ...stage }, { clock });
    expect(again.tokenAtOnce(appid)).toEqual(before);
    expect(platform.mints).toHaveLength(1);
  });

  test("renews before the end, at the margin that is set, and no caller gets a dead token", async () => {
    const { hub, platform, clock } = await scene({
      platform: { lifetimes: { teamAccessToken: 3_600 } },
      config: slowly,
    });
    for (let minute = 0; minute < 180; minute += 1) {
      await clock.advance(60_000);
      expect((await hub.token(appid)).accessToken).toBe(platform.liveTeamToken());
    }
    // An hour less five minutes each.
    expect(platform.mints).toHaveLength(4);
  });

  test.each([
    ["drains the calls that carry a token in its last second", 99_400, true],
    ["does not wait for calls whose token has ended", 100_100, false],
  ])("%s", async (_, age, drain) => {
    const { hub, gateOf, clock } = await scene({
      platform: { lifetimes: { teamAccessToken: 100 } },
      // Looks at nothing by itself until then.
      config: { pollSeconds: 1_000 },
    });
    const shut = vi.spyOn(gateOf(appid), "shut");
    await clock.advance(age);
    await hub.rotate(appid, "operator");
    expect(shut).toHaveBeenCalledExactlyOnceWith({ drain });
  });

  test("takes at most a quarter of a short life as margin", async () => {
    const { platform, clock } = await scene({ platform: { lifetimes: { teamAccessToken: 400 } } });
    await clock.advance(298_000);
    expect(platform.mints).toHaveLength(1);
    await clock.advance(4_000);
    expect(platform.mints).toHaveLength(2);
  });

  test("answers 10,000 reports of one dead version with one probe and one mint", async () => {
    const { hub, platform } = await scene();
    const { version } = await hub.token(appid);
    platform.mintElsewhere();
    const answers = await Promise.all(
      Array.from({ length: 10_000 }, () => hub.report(appid, { version, actor: "hubc_test" })),
    );
    expect(new Set(answers.map((answer) => answer.accessToken))).toEqual(new Set([platform.liveTeamToken()]));
    expect(platform.mints.filter(({ by }) => by === "caller")).toHaveLength(2);
    expect(platform.calls.filter(({ path }) => path === "/api/surveys")).toHaveLength(1);
  });

  test("answers a report of an old version with the newer one, without asking anybody", async () => {
    const { hub, platform } = await scene();
    const old = await hub.token(appid);
    await hub.rotate(appid, "operator");
    const calls = platform.calls.length;
    const answer = await hub.report(appid, { version: old.version, actor: "hubc_test" });
    expect(answer.version).toBe(old.version + 1);
    expect(platform.calls).toHaveLength(calls);
  });

  test("does not mint for reports of a token that the platform still takes, however many there are", async () => {
    const { hub, platform, count } = await scene();
    const { version, accessToken } = await hub.token(appid);
    for (let report = 0; report < 300; report += 1) {
      const answer = await hub.report(appid, { version, actor: "hubc_hostile" });
      expect(answer.accessToken).toBe(accessToken);
    }
    expect(platform.mints).toHaveLength(1);
    expect(count("unfounded_report")).toBe(300);
  });

  test("does not answer a report with what was seen of the token before it", async () => {
    const { hub, platform, clock } = await scene();
    const { version } = await hub.token(appid);
    // The platform takes its time to say that the token is alive, and meanwhile it dies.
    platform.inject({ kind: "slow_response", on: "data", delayMilliseconds: 50 });
    const unfounded = hub.report(appid, { version, actor: "hubc_hostile" });
    await settle();
    platform.mintElsewhere();
    const honest = Array.from({ length: 100 }, () => hub.report(appid, { version, actor: "hubc_honest" }));
    expect((await unfounded).version).toBe(version);
    for (const answer of await Promise.all(honest)) expect(answer.accessToken).toBe(platform.liveTeamToken());
    expect(platform.calls.filter(({ path }) => path === "/api/surveys")).toHaveLength(2);
    await clock.advance(0);
  });

  test("probes a reported token a second time when the first probe failed", async () => {
    const { hub, platform } = await scene();
    const { version } = await hub.token(appid);
    platform.mintElsewhere();
    platform.inject({ kind: "network_error", on: "data" });
    const answer = await hub.report(appid, { version, actor: "a" });
    expect(answer.accessToken).toBe(platform.liveTeamToken());
  });

  test("does not mint when a reported token cannot be probed", async () => {
    const { hub, platform } = await scene();
    const { version } = await hub.token(appid);
    platform.inject({ kind: "network_error", on: "data", times: 2 });
    await expect(hub.report(appid, { version, actor: "a" })).rejects.toMatchObject({
      type: "upstream_unavailable",
    });
    expect(platform.mints).toHaveLength(1);
    expect((await hub.token(appid)).version).toBe(version);
  });

  test("mints once when many want a token at once and there is none", async () => {
    const { hub, platform } = await scene({ starts: false });
    const tokens = await Promise.all(Array.from({ length: 500 }, () => hub.token(appid)));
    expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(platform.mints).toHaveLength(1);
  });

  test("mints once more, and not at once, when the answer to a token request was lost", async () => {
    const { hub, platform, clock } = await scene();
    platform.inject({ kind: "lost_response", on: "token" });
    const rotation = hub.rotate(appid, "operator");
    await clock.advance(4_000);
    expect(platform.mints).toHaveLength(2);
    await clock.advance(1_000);
    expect((await rotation).accessToken).toBe(platform.liveTeamToken());
    expect(platform.mints).toHaveLength(3);
  });

  test("mints again after a restart when it died between asking and storing", async () => {
    const { hub, platform, clock, store, ...stage } = await scene();
    await hub.stop();
    const epoch = (await store.findRecord(appid))?.epoch ?? 0;
    const budget = { perHour: 100, burst: 100 };
    await store.acquireLease({ appid, epoch, leaseMilliseconds: 8_000, budget });
    await store.markInDoubt({ appid, epoch: epoch + 1 });
    platform.mintElsewhere();
    const { hub: again } = await startHub({ platform, store, ...stage }, { clock });
    await clock.advance(7_000);
    expect(platform.mints.filter(({ by }) => by === "caller")).toHaveLength(1);
    await clock.advance(2_500);
    expect(again.tokenAtOnce(appid)?.accessToken).toBe(platform.liveTeamToken());
  });

  test("keeps serving what is still valid while the platform limits it, and asks again when it may", async () => {
    const { hub, platform, clock } = await scene({ config: slowly });
    const { accessToken } = await hub.token(appid);
    platform.inject({ kind: "rate_limited", retryAfterSeconds: 100, times: Infinity, on: "token" });
    await expect(hub.rotate(appid, "operator")).rejects.toMatchObject({
      type: "request_rate_limited",
      retryAfterSeconds: 100,
    });
    await clock.advance(6_950_000 - 100_000);
    const asked = () => platform.calls.filter(({ outcome }) => outcome === "request_rate_limited").length;
    const before = asked();
    expect((await hub.token(appid)).accessToken).toBe(accessToken);
    await clock.advance(100_000);
    expect(asked() - before).toBeLessThanOrEqual(2);
    platform.heal();
    await clock.advance(100_000);
    expect((await hub.token(appid)).accessToken).toBe(platform.liveTeamToken());
    expect(platform.mints).toHaveLength(2);
  });

  test("takes a refusal of the plan as final for a short while, and tells everybody at once", async () => {
    const free = { ...team, kind: "team", teamId: 2001, plan: "free" } as const;
    const { hub, platform, clock } = await scene({ platform: { applications: [free] }, starts: false });
    const tries = Array.from({ length: 100 }, () => hub.token(appid).catch((error: unknown) => error));
    for (const error of await Promise.all(tries))
      expect(error).toMatchObject({ type: "invalid_org_subscription" });
    await clock.advance(20_000);
    await expect(hub.token(appid)).rejects.toMatchObject({
      type: "invalid_org_subscription",
      retryAfterSeconds: 10,
    });
    expect(platform.calls).toHaveLength(1);
    await clock.advance(11_000);
    await expect(hub.token(appid)).rejects.toMatchObject({ type: "invalid_org_subscription" });
    expect(platform.calls).toHaveLength(2);
  });

  test("mints no more often than its budget, for every caller", async () => {
    const { hub, platform, clock } = await scene({ application: { mintsPerHour: 60, mintBurst: 3 } });
    const rotate = () => hub.rotate(appid, "operator");
    await rotate();
    await rotate();
    await expect(rotate()).rejects.toMatchObject({ type: "mint_budget_exhausted", retryAfterSeconds: 60 });
    expect((await hub.token(appid)).accessToken).toBe(platform.liveTeamToken());
    await clock.advance(61_000);
    await rotate();
    expect(platform.mints).toHaveLength(4);
  });

  test("serves the old token while a renewal of it takes long, and waits no longer than a moment", async () => {
    const { hub, platform, clock } = await scene();
    const { accessToken } = await hub.token(appid);
    platform.inject({ kind: "network_error", on: "token", times: 2 });
    const rotation = hub.rotate(appid, "operator");
    await clock.advance(2_000);
    expect(hub.describe()[0]).toMatchObject({ isRenewing: true });
    expect((await hub.token(appid)).accessToken).toBe(accessToken);
    await clock.advance(10_000);
    expect((await rotation).accessToken).toBe(platform.liveTeamToken());
  });
});

test("a listener that fails makes no renewal fail, and is not told again", async () => {
  const { hub, platform } = await scene();
  let told = 0;
  hub.watch(appid, () => {
    told += 1;
    throw new Error("the platform does not respond");
  });
  for (let round = 0; round < 2; round += 1)
    expect((await hub.rotate(appid, "operator")).accessToken).toBe(platform.liveTeamToken());
  expect(told).toBe(1);
});

describe("a stored token that no key opens", () => {
  test("is reported once, is not returned, and is replaced when an operator rotates", async () => {
    const { hub, platform, clock, store, ...stage } = await scene();
    await hub.stop();
    const before = (await store.findRecord(appid))?.ciphertext ?? "";
    await store.resealToken({ appid, before, after: `v1.elsewhere.${before.split(".")[2]}` });
    const { hub: again, count } = await startHub({ platform, store, ...stage }, { clock });
    await clock.advance(5_000);
    await expect(again.token(appid)).rejects.toMatchObject({ type: "token_unavailable" });
    expect(count("unreadable_token")).toBe(1);
    expect(platform.mints).toHaveLength(1);
    expect((await again.rotate(appid, "operator")).accessToken).toBe(platform.liveTeamToken());
  });
});

describe("a token that ends while it is renewed", () => {
  test("is not returned: callers wait for the next one", async () => {
    const { hub, platform, clock } = await scene({ platform: { lifetimes: { teamAccessToken: 20 } } });
    platform.inject({ kind: "slow_response", on: "token", delayMilliseconds: 1_400 });
    await clock.advance(15_200);
    expect(hub.describe()[0]).toMatchObject({ isRenewing: true, expiresInSeconds: 5 });
    const asked = hub.token(appid);
    await clock.advance(4_500);
    const { accessToken, version, expiresInSeconds } = await asked;
    expect({ accessToken, version }).toEqual({ accessToken: platform.liveTeamToken(), version: 2 });
    expect(expiresInSeconds).toBeGreaterThan(10);
  });
});

describe("a foreign refresher", () => {
  test("is reported once for each renewal that is noticed, and the token is reclaimed", async () => {
    const { hub, platform, clock, events } = await scene();
    for (let round = 1; round <= 3; round += 1) {
      const { version } = await hub.token(appid);
      platform.mintElsewhere();
      const answer = await hub.report(appid, { version, actor: "hubc_test" });
      expect(answer.accessToken).toBe(platform.liveTeamToken());
      await clock.advance(60_000);
    }
    expect(events.filter(({ kind }) => kind === "foreign_refresher")).toHaveLength(3);
    expect(hub.describe()[0]).toMatchObject({ foreignRenewals: 3, isHeldBack: false });
  });

  test("is left alone until the next renewal is due, with the policy yield", async () => {
    const { hub, platform, clock } = await scene({
      application: { foreignRefresher: "yield" },
      config: slowly,
    });
    const { version } = await hub.token(appid);
    platform.mintElsewhere();
    const report = () => hub.report(appid, { version, actor: "hubc_test" });
    await expect(report()).rejects.toMatchObject({ type: "foreign_refresher", retryAfterSeconds: 60 });
    await expect(hub.token(appid)).rejects.toMatchObject({ type: "foreign_refresher" });
    await clock.advance(6_800_000);
    expect(platform.mints.filter(({ by }) => by === "caller")).toHaveLength(1);
    await clock.advance(132_000);
    expect((await hub.token(appid)).accessToken).toBe(platform.liveTeamToken());
  });

  test("stops the hub until a person rotates, with the policy freeze", async () => {
    const { hub, platform, clock } = await scene({
      application: { foreignRefresher: "freeze" },
      config: slowly,
    });
    const { version } = await hub.token(appid);
    platform.mintElsewhere();
    await expect(hub.report(appid, { version, actor: "a" })).rejects.toMatchObject({
      type: "foreign_refresher",
    });
    await clock.advance(20_000_000);
    expect(platform.mints.filter(({ by }) => by === "caller")).toHaveLength(1);
    expect(hub.describe()[0]).toMatchObject({ isHeldBack: true });
    expect((await hub.rotate(appid, "operator")).accessToken).toBe(platform.liveTeamToken());
    expect(hub.describe()[0]).toMatchObject({ isHeldBack: false });
  });

  test("is not suspected when a token is dead because an answer was lost", async () => {
    const { hub, platform, clock, count } = await scene();
    const { version } = await hub.token(appid);
    platform.inject({ kind: "lost_response", on: "token" });
    const rotation = hub.rotate(appid, "operator");
    await settle();
    const report = hub.report(appid, { version, actor: "hubc_test" });
    await clock.advance(6_000);
    expect((await report).accessToken).toBe((await rotation).accessToken);
    expect(count("foreign_refresher")).toBe(0);
  });
});

describe("several hubs on one store", () => {
  test("hand out the same token, minted once, and notice each other's renewals", async () => {
    const { hub, platform, clock, openStore, ...stage } = await scene();
    const store = await openStore();
    const { hub: other } = await startHub({ platform, openStore, ...stage }, { clock, store });
    expect(other.tokenAtOnce(appid)).toEqual(hub.tokenAtOnce(appid));
    const changes: number[] = [];
    other.watch(appid, ({ version }) => changes.push(version));
    await hub.rotate(appid, "operator");
    await clock.advance(1_000);
    expect(other.tokenAtOnce(appid)).toEqual(hub.tokenAtOnce(appid));
    expect(changes).toEqual([2]);
    expect(platform.mints).toHaveLength(2);
  });

  test("answer a report with what another hub minted a moment ago", async () => {
    const { hub, platform, clock, openStore, ...stage } = await scene();
    const store = await openStore();
    const { hub: other } = await startHub({ platform, openStore, ...stage }, { clock, store });
    await hub.rotate(appid, "operator");
    expect((await other.report(appid, { version: 1, actor: "a" })).accessToken).toBe(
      platform.liveTeamToken(),
    );
    expect(platform.mints).toHaveLength(2);
  });
});
