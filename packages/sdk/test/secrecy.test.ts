import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { call } from "../src/call.ts";
import { createClient } from "../src/create-client.ts";
import { exchangeCode } from "../src/exchange-code.ts";
import { getUser } from "../src/get-user.ts";
import type { Platform } from "../src/platform.ts";
import { readCallback } from "../src/read-callback.ts";
import { refreshAccessToken } from "../src/refresh-access-token.ts";
import { requestTeamToken } from "../src/request-team-token.ts";
import { fromHub } from "../src/token-source/from-hub.ts";
import { fromHubProxy } from "../src/token-source/from-hub-proxy.ts";
import { fromTeamSecret } from "../src/token-source/from-team-secret.ts";
import { fromUserGrant } from "../src/token-source/from-user-grant.ts";
import { createMemoryUserTokenStore } from "../src/user-token-store/memory-user-token-store.ts";
import { rejection } from "./support/wire.ts";

const canary = "canary0123456789canary0123456789";
const appid = "my_app";
const hubCaller = { appid, callerId: "hubc_1", callerSecret: canary };

/** Everything of an error that a log, a page or a debugger could show. */
function everythingOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const shown = [inspect(error, { depth: 10, showHidden: true }), JSON.stringify(error), String(error)];
  const names = Object.getOwnPropertyNames(error);
  const values = names.map((name) => JSON.stringify(Reflect.get(error, name)));
  return [...shown, ...values, error.stack ?? "", everythingOf(error.cause)].join("\n");
}

const verbs: readonly (readonly [string, (platform: Platform) => Promise<unknown>])[] = [
  ["exchangeCode", (p) => exchangeCode(p, { appid, secret: canary, code: canary, codeVerifier: canary })],
  ["refreshAccessToken", (p) => refreshAccessToken(p, { appid, refreshToken: canary, secret: canary })],
  ["requestTeamToken", (p) => requestTeamToken(p, { appid, secret: canary })],
  ["getUser", (p) => getUser(p, { appid, accessToken: canary, openid: "o1" })],
  ["call", (p) => call(p, { appid, accessToken: canary, path: "/api/surveys" })],
  ["fromTeamSecret", (p) => fromTeamSecret(p, { appid, secret: canary }).get()],
  [
    "fromUserGrant",
    async (platform) => {
      const store = createMemoryUserTokenStore();
      const tokens = { accessToken: canary, refreshToken: canary, accessTokenExpiresAt: 0 };
      await store.put("o1", { ...tokens, refreshTokenExpiresAt: Number.MAX_SAFE_INTEGER });
      return await fromUserGrant(platform, { appid, openid: "o1", store, secret: canary }).get();
    },
  ],
  ["fromHub", (p) => fromHub({ ...p, hubUrl: p.baseUrl }, hubCaller).get()],
  ["fromHubProxy", (p) => fromHubProxy({ ...p, hubUrl: p.baseUrl }, hubCaller).call("/api/surveys")],
  [
    "createClient",
    async (platform) => {
      const source = fromTeamSecret(platform, { appid, secret: canary });
      return await createClient({ platform, source }).surveys.list();
    },
  ],
];

const failures: readonly (readonly [string, Platform["fetch"]])[] = [
  [
    "fetch throws an error that quotes the address",
    async (url) => {
      throw new TypeError(`fetch failed for ${url}`, { cause: new Error(`connect ${url}`) });
    },
  ],
  [
    "fetch throws an error with a code that is none",
    async (url) => {
      throw Object.assign(new Error("failed"), { code: url, input: url });
    },
  ],
  ["the real fetch cannot reach the host", undefined],
  ["the answer is a page that quotes the address", async (url) => new Response(`<p>${url}</p>`)],
  ["the answer is JSON that breaks off", async (url) => new Response(`{"code":"OK","data":{"x":"${url}`)],
  [
    "the answer's type, code and request id are the secret",
    async () =>
      Response.json(
        { code: canary, error: { type: `error_${canary}` }, data: {}, request_id: canary },
        { headers: { "X-Error-Parameter": canary } },
      ),
  ],
  [
    "the answer's message and problems quote the secret",
    async () => {
      const problems = [
        { parameter: canary, message: canary },
        { parameter: "page", message: `is ${canary}` },
      ];
      const error = { type: "invalid_argument", message: `It is ${canary}.`, problems };
      return Response.json({ code: "InvalidArgument", error, data: {}, request_id: "1" });
    },
  ],
  [
    "the answer's fields are not what they should be",
    async () =>
      Response.json({
        code: "OK",
        error: { type: "" },
        data: { access_token: canary, expires_in: canary, openid: 7, list: canary },
        request_id: "1",
      }),
  ],
  [
    "the answer cannot be read to its end",
    async (url) =>
      new Response(
        new ReadableStream({ start: (controller) => controller.error(new Error(`broken at ${url}`)) }),
      ),
  ],
];

describe.each(failures)("when %s", (_, fetch) => {
  test.each(verbs)("no secret is in anything that %s's error shows", async (_name, run) => {
    const fast = { readAttempts: 1, sleep: () => Promise.resolve() };
    // Nothing listens there.
    const platform = { baseUrl: "http://127.0.0.1:9", fetch, ...fast };
    // A data call hands its payload over as it is, whatever that is: no error, and nothing to look at.
    const outcome = await run(platform).then(
      () => new Error("it answered"),
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(Error);
    expect(everythingOf(outcome)).not.toContain(canary);
  });
});

describe("what is not an error", () => {
  test("shows no secret when a source or a client is printed", () => {
    const platform = { baseUrl: "https://platform.example" };
    const source = fromTeamSecret(platform, { appid, secret: canary });
    const grant = { appid, openid: "o1", store: createMemoryUserTokenStore(), secret: canary };
    const hub = { hubUrl: platform.baseUrl };
    const sources = [
      source,
      fromUserGrant(platform, grant),
      fromHub(hub, hubCaller),
      fromHubProxy(hub, hubCaller),
    ];
    for (const shown of [...sources, createClient({ platform, source })]) {
      expect(inspect(shown, { depth: 10, showHidden: true })).not.toContain(canary);
      expect(JSON.stringify(shown)).not.toContain(canary);
    }
  });

  test("shows no code or state of a callback that is refused", () => {
    for (const query of [`code=${canary}&state=${canary}`, `code=${canary}&code=x&state=expected`]) {
      let error: unknown;
      try {
        readCallback(`/callback?${query}`, { state: "expected" });
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(Error);
      expect(everythingOf(error)).not.toContain(canary);
    }
  });

  test("shows no credentials of a platform address that is refused", async () => {
    const platform = { baseUrl: `https://user:${canary}@platform.example` };
    const error = await rejection(requestTeamToken(platform, { appid, secret: "x" }));
    expect(everythingOf(error)).not.toContain(canary);
  });

  test("is found by this test when it is there", () => {
    const cause = new Error(`https://platform.example/?secret=${canary}`);
    expect(everythingOf(new Error("failed", { cause }))).toContain(canary);
    expect(everythingOf(Object.assign(new Error("failed"), { input: canary }))).toContain(canary);
  });
});
