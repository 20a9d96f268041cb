import { describe, expect, test } from "vitest";
import { createClient } from "../../src/create-client.ts";
import { exchangeCode } from "../../src/exchange-code.ts";
import type { Platform } from "../../src/platform.ts";
import type { MockPlatformOptions } from "../../src/testing/mock-platform.ts";
import { fromUserGrant, type ConsentEvent } from "../../src/token-source/from-user-grant.ts";
import { createMemoryUserTokenStore } from "../../src/user-token-store/memory-user-token-store.ts";
import { connect, countCalls, webCredentials } from "../support/wire.ts";

const day = 86_400_000;
const { appid } = webCredentials;

async function signIn(options: MockPlatformOptions = {}) {
  const wire = connect(options);
  const { mock } = wire;
  /** What answers of the platform wait for. */
  const answers: { held?: Promise<void> } = {};
  const fetch: Platform["fetch"] = async (url, init) => {
    const answer = await mock.fetch(url, init);
    await answers.held;
    return answer;
  };
  const platform = { ...wire.platform, fetch };
  const store = createMemoryUserTokenStore();
  const { openid, tokens } = await exchangeCode(platform, { ...webCredentials, code: mock.obtainCode() });
  await store.put(openid, tokens);
  const events: ConsentEvent[] = [];
  const newSource = () =>
    fromUserGrant(platform, { appid, openid, store, onConsent: (event) => void events.push(event) });
  const tokensNow = async () => (await store.get(openid))?.value;
  return {
    ...wire,
    platform,
    answers,
    store,
    openid,
    tokens,
    events,
    newSource,
    source: newSource(),
    tokensNow,
  };
}

describe("the source of a person's token", () => {
  test("takes it from the store for as long as it is good", async () => {
    const { source, openid, tokens, mock, clock } = await signIn();
    clock.now += 3 * day - 331_000;
    expect(await source.get()).toEqual({ appid, openid, accessToken: tokens.accessToken });
    expect(countCalls(mock).token).toBe(1);
  });

  test("refreshes it before it ends, and keeps the refresh token and the end of its thirty days", async () => {
    const { source, tokens, tokensNow, clock } = await signIn();
    clock.now += 3 * day - 269_000;
    const { accessToken } = await source.get();
    expect(accessToken).not.toBe(tokens.accessToken);
    expect(await tokensNow()).toEqual({
      accessToken,
      accessTokenIssuedAt: clock.now,
      accessTokenExpiresAt: clock.now + 3 * day,
      refreshToken: tokens.refreshToken,
      refreshTokenExpiresAt: tokens.refreshTokenExpiresAt,
    });
  });

  test("lasts for thirty days from the exchange however often it is refreshed", async () => {
    const { source, tokens, clock } = await signIn();
    const end = tokens.refreshTokenExpiresAt;
    while (clock.now < end - day) {
      await source.get();
      clock.now += day;
    }
    clock.now = end + 4 * day;
    await expect(source.get()).rejects.toMatchObject({ type: "consent_required" });
  });

  test("refreshes a short-lived token at three quarters of its lifetime, not at every call", async () => {
    const { source, mock, clock } = await signIn({ lifetimes: { userAccessToken: 60 } });
    for (let call = 0; call < 10; call += 1) await source.get();
    expect(countCalls(mock).token).toBe(1);
    clock.now += 50_000;
    for (let call = 0; call < 10; call += 1) await source.get();
    expect(countCalls(mock).token).toBe(2);
  });

  test("asks once for 50 requests of one person at the same time, each with a source of its own", async () => {
    const { newSource, mock, clock } = await signIn();
    clock.now += 4 * day;
    const tokens = await Promise.all(Array.from({ length: 50 }, () => newSource().get()));
    expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(1);
    expect(countCalls(mock).token).toBe(2);
  });

  test("takes what another process has put into the store instead of asking again", async () => {
    const { source, openid, store, tokens, mock } = await signIn();
    const seen = await source.get();
    await store.put(openid, { ...tokens, accessToken: "from elsewhere" });
    expect((await source.invalidate(seen)).accessToken).toBe("from elsewhere");
    expect(countCalls(mock).token).toBe(1);
  });

  test("does not undo a consent that was given while it refreshed", async () => {
    const { source, openid, store, tokens, tokensNow, mock, clock, answers } = await signIn();
    clock.now += 4 * day;
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    answers.held = held;
    const refreshed = source.get();
    await expect.poll(() => countCalls(mock).token).toBe(2);
    const consented = { ...tokens, accessToken: "of the new consent", accessTokenExpiresAt: clock.now + day };
    await store.put(openid, consented);
    letGo();
    expect((await refreshed).accessToken).toBe("of the new consent");
    expect(await tokensNow()).toEqual(consented);
  });

  test("does not bring back a person who was deleted while it refreshed", async () => {
    const { source, openid, store, tokensNow, mock, clock, answers } = await signIn();
    clock.now += 4 * day;
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    answers.held = held;
    const refreshed = source.get();
    await expect.poll(() => countCalls(mock).token).toBe(2);
    await store.delete(openid);
    letGo();
    await expect(refreshed).rejects.toMatchObject({ type: "consent_required" });
    expect(await tokensNow()).toBeUndefined();
  });

  test("lets calls go on when the platform loses a token", async () => {
    const { source, platform, mock } = await signIn();
    const client = createClient({ platform, source });
    mock.expireAccessTokens();
    expect((await client.getUser()).nickname).toBe("Ada");
  });

  test("goes on with a token that is still good when refreshing fails", async () => {
    const { source, tokens, mock, clock } = await signIn();
    clock.now += 3 * day - 200_000;
    mock.inject({ kind: "network_error", times: Infinity });
    for (let call = 0; call < 10; call += 1)
      expect((await source.get()).accessToken).toBe(tokens.accessToken);
    expect(countCalls(mock).token).toBe(1 + 3);
  });

  test("tries again by itself when the answer of a refresh is lost", async () => {
    const { source, tokens, mock, clock } = await signIn();
    clock.now += 4 * day;
    mock.inject({ kind: "lost_response", on: "token" });
    expect((await source.get()).accessToken).not.toBe(tokens.accessToken);
  });
});

describe("consent that has to be given again", () => {
  test("is required of a person whose tokens are not kept", async () => {
    const { platform, store } = await signIn();
    const source = fromUserGrant(platform, { appid, openid: "nobody", store });
    await expect(source.get()).rejects.toMatchObject({ type: "consent_required" });
  });

  test("is required, and told, when the person has taken it back", async () => {
    const { source, openid, events, mock, platform } = await signIn();
    const client = createClient({ platform, source });
    mock.revokeConsent(openid);
    await expect(client.surveys.list()).rejects.toMatchObject({
      type: "consent_required",
      code: "PermissionDenied",
    });
    expect(events).toEqual([{ kind: "required", openid, endsAt: expect.any(Number) }]);
  });

  test("is not asked after with every call, and known at once when it was given", async () => {
    const { source, openid, store, mock, platform } = await signIn();
    const seen = await source.get();
    mock.revokeConsent(openid);
    for (let call = 0; call < 5; call += 1)
      await expect(source.invalidate(seen)).rejects.toMatchObject({ type: "consent_required" });
    expect(countCalls(mock).token).toBe(2);
    const again = await exchangeCode(platform, { ...webCredentials, code: mock.obtainCode() });
    await store.put(openid, again.tokens);
    expect((await source.invalidate(seen)).accessToken).toBe(again.tokens.accessToken);
    // What was refused before says nothing of the new refresh token.
    const refreshed = await source.invalidate(await source.get());
    expect(refreshed.accessToken).not.toBe(again.tokens.accessToken);
  });

  test("is reported beforehand, with the last refresh", async () => {
    const { source, openid, events, tokens, clock, tokensNow } = await signIn();
    for (let refresh = 0; refresh < 9; refresh += 1) {
      clock.now += 3 * day - 1_000;
      await source.get();
    }
    expect(events).toEqual([]);
    clock.now = tokens.refreshTokenExpiresAt - 1_000;
    await source.get();
    const endsAt = (await tokensNow())?.accessTokenExpiresAt;
    expect(events).toEqual([{ kind: "expiring", openid, endsAt }]);
  });

  test("is not required while the last access token is good", async () => {
    const { source, tokens, clock, mock, events } = await signIn();
    clock.now = tokens.refreshTokenExpiresAt - 1_000;
    await source.get();
    const asked = countCalls(mock).token;
    clock.now += 3 * day - 10_000;
    await source.get();
    expect(countCalls(mock).token).toBe(asked);
    expect(events.map(({ kind }) => kind)).toEqual(["expiring"]);
  });
});

describe("a store that fails", () => {
  test("fails the call in its own words, and the next call asks it again", async () => {
    const { platform, store, openid } = await signIn();
    let isDown = true;
    const flaky = {
      ...store,
      get: async (name: string) => {
        if (isDown) throw new Error("the database is away");
        return await store.get(name);
      },
    };
    const source = fromUserGrant(platform, { appid, openid, store: flaky });
    await expect(source.get()).rejects.toThrow("the database is away");
    isDown = false;
    expect((await source.get()).openid).toBe(openid);
  });
});
