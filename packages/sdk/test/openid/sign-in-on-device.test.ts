import { describe, expect, test } from "vitest";
import { createClient } from "../../src/create-client.ts";
import { signInOnDevice, type ShownDeviceCode } from "../../src/openid/sign-in-on-device.ts";
import { createMockPlatform, mockSample, type MockFault } from "../../src/testing/mock-platform.ts";
import { fromUserGrant } from "../../src/token-source/from-user-grant.ts";
import { createMemoryUserTokenStore } from "../../src/user-token-store/memory-user-token-store.ts";

const [{ appid, secret }] = mockSample.applications;

/** A platform whose time passes only while somebody waits for it. */
function start() {
  const clock = { now: Date.UTC(2026, 10, 21, 8) };
  const mock = createMockPlatform({ clock: () => clock.now });
  const pauses: number[] = [];
  const platform = {
    baseUrl: mock.baseUrl,
    fetch: mock.fetch,
    wallClock: () => clock.now,
    sleep: async (milliseconds: number) => {
      pauses.push(milliseconds);
      clock.now += milliseconds;
    },
  };
  return { clock, mock, platform, pauses };
}

type Started = ReturnType<typeof start>;

interface Deciding {
  readonly after?: number;
  readonly decision?: "allow" | "deny";
}

const showNothing = () => undefined;

/** Signs in; the user decides when the program has asked so often. */
function signIn({ mock, platform }: Started, { after = 0, decision = "allow" }: Deciding = {}) {
  let shown: ShownDeviceCode | undefined;
  const questions = () => mock.calls.filter(({ path }) => path === "/oauth/token").length;
  const fetch: typeof platform.fetch = async (input, init) => {
    if (shown !== undefined && questions() === after) mock.decideOnDevice(shown.userCode, { decision });
    return mock.fetch(input, init);
  };
  const showCode = (code: ShownDeviceCode) => void (shown = code);
  const done = signInOnDevice({ ...platform, fetch }, { appid, secret, showCode });
  return { done, shown: () => shown };
}

describe("signing in on a device", () => {
  test("shows a code, waits for the user, and gives tokens that a store keeps and a client renews", async () => {
    const started = start();
    const { done, shown } = signIn(started, { after: 3 });
    const { openid, tokens } = await done;
    expect(shown()).toEqual({
      userCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verificationUri: "https://platform.example/device",
      verificationUriComplete: `https://platform.example/device?user_code=${shown()?.userCode}`,
      expiresAt: Date.UTC(2026, 10, 21, 8, 10),
    });
    expect(started.pauses).toEqual([5_000, 5_000, 5_000, 5_000]);
    const { clock, mock, platform } = started;
    const store = createMemoryUserTokenStore();
    await store.put(openid, tokens);
    const source = fromUserGrant(platform, { appid, secret, openid, store });
    const client = createClient({ platform, source });
    expect((await client.getUser()).nickname).toBe("Ada");
    clock.now += 3_600_000;
    expect((await client.surveys.list()).total).toBe(2);
    expect((await store.get(openid))?.value.refreshToken).not.toBe(tokens.refreshToken);
    mock.revokeConsent(openid);
    clock.now += 3_600_000;
    await expect(client.surveys.list()).rejects.toMatchObject({ type: "consent_required" });
  });

  test("ends when the user does not allow it", async () => {
    const { done } = signIn(start(), { decision: "deny" });
    await expect(done).rejects.toMatchObject({ type: "access_denied" });
  });

  test("ends when the user does not decide in time", async () => {
    const { done } = signIn(start(), { after: Infinity });
    await expect(done).rejects.toMatchObject({ type: "expired_token" });
  });

  test("asks less often when the platform says so", async () => {
    const started = start();
    const { clock } = started;
    // The program's clock runs, the platform's does not: each question comes too early.
    const mock = createMockPlatform({ clock: () => Date.UTC(2026, 10, 21, 8) });
    const { done } = signIn({ ...started, mock }, { after: 2 });
    await done;
    expect(started.pauses).toEqual([5_000, 10_000, 15_000]);
    expect(clock.now).toBe(Date.UTC(2026, 10, 21, 8) + 30_000);
  });

  const passing: readonly MockFault[] = [
    { kind: "network_error", on: "token" },
    { kind: "proxy_error", on: "token" },
    { kind: "storage_unavailable", on: "token" },
    { kind: "rate_limited", on: "token", retryAfterSeconds: 30 },
    { kind: "lost_response", on: "token" },
  ];
  test.each(passing)(
    "goes on after $kind while the user has not decided, and asks less often",
    async (fault) => {
      const started = start();
      const { mock, platform } = started;
      const { done } = signIn(
        {
          ...started,
          platform: {
            ...platform,
            sleep: async (milliseconds) => {
              await platform.sleep(milliseconds);
              if (started.pauses.length === 1) mock.inject(fault);
            },
          },
        },
        { after: 3 },
      );
      expect((await done).tokens.tokenType).toBe("bearer");
      const [, second = 0] = started.pauses;
      expect(second).toBe(fault.kind === "rate_limited" ? 30_000 : 10_000);
    },
  );

  test("gets its code again when that response is lost", async () => {
    const started = start();
    started.mock.inject({ kind: "lost_response", on: "token" });
    const { done } = signIn(started);
    expect((await done).openid).not.toBe("");
    const paths = started.mock.calls.map(({ path }) => path);
    expect(paths).toEqual(["/oauth/device", "/oauth/device", "/oauth/token"]);
  });

  test("ends when the response with the tokens is lost: a code is good for one success", async () => {
    const started = start();
    const { mock, platform, pauses } = started;
    const sleep = async (milliseconds: number) => {
      await platform.sleep(milliseconds);
      if (pauses.length === 1) mock.inject({ kind: "lost_response", on: "token" });
    };
    const { done } = signIn({ ...started, platform: { ...platform, sleep } });
    await expect(done).rejects.toMatchObject({ type: "invalid_grant" });
  });

  test("without a secret names its application in the body, and proves nothing in a header", async () => {
    const { platform } = start();
    const sent: Request[] = [];
    const fetch: typeof platform.fetch = async (input, init) => {
      sent.push(new Request(input, init));
      return Response.json({ error: "invalid_client" }, { status: 401 });
    };
    const signingIn = signInOnDevice({ ...platform, fetch }, { appid, showCode: showNothing });
    await expect(signingIn).rejects.toMatchObject({ type: "invalid_client" });
    const [request] = sent;
    expect(sent).toHaveLength(1);
    expect(request?.headers.has("authorization")).toBe(false);
    expect(Object.fromEntries(new URLSearchParams(await request?.text()))).toEqual({
      client_id: appid,
      scope: "openid profile surveys:read answers:read",
    });
  });

  test("ends with a wrong secret, and with the reason of its signal", async () => {
    const { platform } = start();
    const wrong = signInOnDevice(platform, { appid, secret: "wrong", showCode: showNothing });
    await expect(wrong).rejects.toMatchObject({ type: "invalid_client" });
    const controller = new AbortController();
    const reason = new Error("the user has left");
    const left = signInOnDevice(platform, {
      appid,
      secret,
      signal: controller.signal,
      showCode: () => controller.abort(reason),
    });
    await expect(left).rejects.toBe(reason);
  });
});
