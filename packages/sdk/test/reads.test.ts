import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { call } from "../src/call.ts";
import { exchangeCode } from "../src/exchange-code.ts";
import { getUser } from "../src/get-user.ts";
import { refreshAccessToken } from "../src/refresh-access-token.ts";
import { requestTeamToken } from "../src/request-team-token.ts";
import { answering, connect, countCalls, envelope, rejection, webCredentials } from "./support/wire.ts";

const request = { appid: "my_team", accessToken: "sopt_token", path: "/api/surveys" };
const never = () => new Promise<never>(() => {});
const fine = () => envelope({ data: { openid: "o1", total: 0, list: [] } });
const broken = () => Promise.reject(new TypeError("fetch failed"));
const unavailable = (headers?: HeadersInit) => () =>
  envelope(
    { code: "RemoteServerError", type: "storage_unavailable" },
    { status: 503, ...(headers && { headers }) },
  );

describe("a read", () => {
  test.each([
    ["the network fails", broken],
    ["the platform has lost its database", unavailable()],
    [
      "the platform has lost its database and says so with HTTP 200",
      () => envelope({ code: "RemoteServerError", type: "storage_unavailable" }),
    ],
    ["a proxy has lost the platform (502)", () => new Response("<h1>Bad Gateway</h1>", { status: 502 })],
    ["a proxy has no platform (503)", () => new Response("", { status: 503 })],
    ["a proxy timed out (504)", () => new Response("", { status: 504 })],
  ])("is sent again when %s", async (_, failure) => {
    const { platform, asked, pauses } = answering(failure, failure, fine);
    await getUser(platform, { ...request, openid: "o1" });
    expect(asked).toHaveLength(3);
    expect(pauses).toHaveLength(2);
  });

  test("is sent three times at most, and as often as the application wants", async () => {
    const { platform, asked } = answering(broken);
    await expect(call(platform, request)).rejects.toMatchObject({ type: "network_error" });
    expect(asked).toHaveLength(3);
    await expect(call({ ...platform, readAttempts: 1 }, request)).rejects.toMatchObject({
      type: "network_error",
    });
    expect(asked).toHaveLength(4);
  });

  test.each(["invalid_argument", "not_found", "request_rate_limited", "internal_error"])(
    "is not sent again after %s",
    async (type) => {
      const { platform, asked } = answering(() => envelope({ code: "Whatever", type }));
      await expect(call(platform, request)).rejects.toMatchObject({ type });
      expect(asked).toHaveLength(1);
    },
  );

  test("is paused for longer each time, and never for the same time in two programs", async () => {
    const series = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { platform, pauses } = answering(broken);
        await rejection(call(platform, request));
        return pauses;
      }),
    );
    for (const [first = 0, second = 0] of series) {
      expect(first).toBeGreaterThanOrEqual(100);
      expect(first).toBeLessThanOrEqual(200);
      expect(second).toBeGreaterThanOrEqual(200);
      expect(second).toBeLessThanOrEqual(400);
    }
    expect(new Set(series.map(([first]) => first)).size).toBeGreaterThan(10);
  });

  test("waits as long as the platform says when that is short, and hands a long wait to the caller", async () => {
    const short = answering(unavailable({ "Retry-After": "2" }), fine);
    await call(short.platform, request);
    expect(short.pauses[0]).toBeGreaterThan(2_000);
    const long = answering(unavailable({ "Retry-After": "60" }), fine);
    await expect(call(long.platform, request)).rejects.toMatchObject({ retryAfterSeconds: 60 });
    expect(long.asked).toHaveLength(1);
  });

  test("is not sent again once the caller no longer wants it", async () => {
    const { platform, asked } = answering(broken);
    const controller = new AbortController();
    const sleep = () => new Promise<void>(() => controller.abort(new Error("went home")));
    await expect(call({ ...platform, sleep }, { ...request, signal: controller.signal })).rejects.toThrow(
      "went home",
    );
    expect(asked).toHaveLength(1);
  });
});

describe("what changes something", () => {
  const signIn = { ...webCredentials, code: "sopc_code" };
  test.each([
    ["a code exchange", (wire: ReturnType<typeof answering>) => exchangeCode(wire.platform, signIn)],
    [
      "a refresh",
      (wire: ReturnType<typeof answering>) =>
        refreshAccessToken(wire.platform, { appid: "a", refreshToken: "sopr_token" }),
    ],
    [
      "a request for a team token",
      (wire: ReturnType<typeof answering>) => requestTeamToken(wire.platform, webCredentials),
    ],
    [
      "a data call that is a POST",
      (wire: ReturnType<typeof answering>) => call(wire.platform, { ...request, method: "POST", body: {} }),
    ],
  ])("is sent once: %s", async (_, send) => {
    for (const failure of [broken, unavailable(), () => new Response("", { status: 502 })]) {
      const wire = answering(failure);
      await rejection(send(wire));
      expect(wire.asked).toHaveLength(1);
    }
  });

  test("is sent once even when the answer is lost after the exchange took place", async () => {
    const { mock, platform } = connect({ faults: [{ kind: "lost_response" }] });
    const exchange = exchangeCode(platform, { ...webCredentials, code: mock.obtainCode() });
    await expect(exchange).rejects.toMatchObject({ type: "network_error" });
    expect(countCalls(mock).token).toBe(1);
  });
});

describe("a request that takes too long", () => {
  test("is given up, also when fetch takes no notice", async () => {
    const { platform } = answering(never);
    const hasty = { ...platform, timeoutMilliseconds: 20, readAttempts: 1 };
    await expect(call(hasty, request)).rejects.toMatchObject({ type: "timeout", status: undefined });
  });

  test("is given up when the answer begins and does not end", async () => {
    const { platform } = answering(() => new Response(new ReadableStream()));
    const hasty = { ...platform, timeoutMilliseconds: 20, readAttempts: 1 };
    await expect(call(hasty, request)).rejects.toMatchObject({ type: "timeout" });
  });

  test("has its fetch stopped", async () => {
    let stopped: AbortSignal | null | undefined;
    const fetch = (_: string, init: RequestInit) => {
      stopped = init.signal;
      return never();
    };
    const platform = { baseUrl: "https://platform.example", fetch, timeoutMilliseconds: 20, readAttempts: 1 };
    await rejection(call(platform, request));
    expect(stopped?.aborted).toBe(true);
  });

  test("ends with the caller's own reason when it is the caller who gives up", async () => {
    const { platform } = answering(never);
    const signal = AbortSignal.timeout(20);
    await expect(call(platform, { ...request, signal })).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(
      call(platform, { ...request, signal: AbortSignal.abort(new Error("never mind")) }),
    ).rejects.toThrow("never mind");
  });

  test("leaves nothing behind on a signal that lives long", async () => {
    const { platform } = answering(broken, fine);
    const { signal } = new AbortController();
    await call(platform, { ...request, signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});
