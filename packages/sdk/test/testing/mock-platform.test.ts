import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createMockPlatform, mockSample, type MockPlatform } from "../../src/testing/mock-platform.ts";

interface Envelope {
  readonly code: string;
  readonly error: { readonly type: string };
  readonly data: Readonly<Record<string, string>>;
}

const [web, team] = mockSample.applications;

async function call(platform: MockPlatform, path: string, parameters: Readonly<Record<string, string>>) {
  const query = new URLSearchParams(parameters).toString();
  const reply = await platform.fetch(`${platform.baseUrl}${path}?${query}`);
  // Every answer under /api/ has this shape.
  return { status: reply.status, headers: reply.headers, ...((await reply.json()) as Envelope) };
}

function askForTeamToken(platform: MockPlatform) {
  const { appid, secret } = team;
  return call(platform, "/api/oauth2/access_token", { appid, secret, grant_type: "client_credential" });
}

async function works(platform: MockPlatform, token: string): Promise<boolean> {
  const answer = await call(platform, "/api/surveys", { appid: team.appid, access_token: token });
  return answer.code === "OK";
}

const link = (platform: MockPlatform, changes: Readonly<Record<string, string>> = {}) =>
  `${platform.authUrl}/connect/oauth2/authorize?${new URLSearchParams({
    appid: web.appid,
    redirect_uri: web.redirectUris[0],
    response_type: "code",
    scope: "snsapi_user",
    state: "abc",
    ...changes,
  }).toString()}#wj_redirect`;

describe("a fault", () => {
  test("can lose the answer after the token was made: the one in use is dead and the new one is unknown", async () => {
    const platform = createMockPlatform();
    const first = (await askForTeamToken(platform)).data["access_token"] ?? "";
    platform.inject({ kind: "lost_response", on: "token" });
    await expect(askForTeamToken(platform)).rejects.toThrow(TypeError);
    expect(await works(platform, first)).toBe(false);
    expect(platform.mints).toHaveLength(2);
    expect(await works(platform, platform.liveTeamToken() ?? "")).toBe(true);
  });

  test("can let a request take effect after its caller has given up", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const platform = createMockPlatform();
    const first = (await askForTeamToken(platform)).data["access_token"] ?? "";
    platform.inject({ kind: "delayed_commit", on: "token", delayMilliseconds: 20 });
    await expect(askForTeamToken(platform)).rejects.toThrow(TypeError);
    expect(await works(platform, first)).toBe(true);
    vi.advanceTimersByTime(20);
    vi.useRealTimers();
    await expect.poll(() => works(platform, first)).toBe(false);
  });

  test("can be somebody else who asks for team tokens", async () => {
    const platform = createMockPlatform({ faults: [{ kind: "foreign_refresher", on: "data" }] });
    const token = (await askForTeamToken(platform)).data["access_token"] ?? "";
    expect(await works(platform, token)).toBe(false);
    expect(platform.mints.map(({ by }) => by)).toEqual(["caller", "foreign"]);
    expect(await works(platform, platform.mintElsewhere())).toBe(true);
  });

  test.each([
    ["rate_limited", 200, "request_rate_limited", "1"],
    ["server_error", 500, "internal_error", null],
    ["storage_unavailable", 503, "storage_unavailable", "2"],
  ] as const)(
    "of kind %s is answered as the platform does, and nothing has happened",
    async (kind, ...expected) => {
      const platform = createMockPlatform({ faults: [{ kind }] });
      const { status, error, headers } = await askForTeamToken(platform);
      expect([status, error.type, headers.get("retry-after")]).toEqual(expected);
      expect(platform.mints).toEqual([]);
    },
  );

  test("of the network or a proxy leaves everything as it was", async () => {
    const platform = createMockPlatform({ faults: [{ kind: "network_error" }, { kind: "proxy_error" }] });
    await expect(askForTeamToken(platform)).rejects.toThrow("fetch failed");
    const reply = await platform.fetch(`${platform.baseUrl}/api/surveys`);
    expect([reply.status, reply.headers.get("content-type")]).toEqual([502, "text/html"]);
    expect(platform.mints).toEqual([]);
    expect(platform.calls.map(({ outcome }) => outcome)).toEqual(["network_error", "proxy_error"]);
  });

  test("can slow an answer down, which can then be given up", async () => {
    const platform = createMockPlatform({ faults: [{ kind: "slow_response", delayMilliseconds: 60_000 }] });
    const signal = AbortSignal.timeout(10);
    const answer = platform.fetch(`${platform.baseUrl}/api/surveys`, { signal });
    await expect(answer).rejects.toMatchObject({ name: "TimeoutError" });
    await expect(platform.fetch(`${platform.baseUrl}/api/surveys`, { signal })).rejects.toThrow("aborted");
  });

  test("meets as many requests of its scope as it says, or a share of them, until it is healed", async () => {
    const draws = [0.9, 0.05, 0.9];
    const random = () => draws.shift() ?? 0;
    const platform = createMockPlatform({
      random,
      faults: [{ kind: "server_error", on: "token", chance: 0.1, times: 2 }],
    });
    const types = [];
    for (let count = 0; count < 4; count += 1) types.push((await askForTeamToken(platform)).error.type);
    expect(types).toEqual(["", "internal_error", "", "internal_error"]);
    platform.inject({ kind: "network_error", times: Infinity });
    await expect(askForTeamToken(platform)).rejects.toThrow("fetch failed");
    platform.heal();
    expect((await askForTeamToken(platform)).code).toBe("OK");
  });
});

describe("the mock platform", () => {
  test("uses the clock that it is given, with the skew that is set", async () => {
    const clock = { now: 1_000_000 };
    const platform = createMockPlatform({ clock: () => clock.now, clockSkewMilliseconds: 60_000 });
    const token = (await askForTeamToken(platform)).data["access_token"] ?? "";
    clock.now += 7_199_999;
    expect(await works(platform, token)).toBe(true);
    clock.now += 1;
    expect(await works(platform, token)).toBe(false);
    expect(platform.calls[0]?.at).toBe(1_060_000);
  });

  test("ends access tokens on demand, and refresh tokens when their time is over", async () => {
    const clock = { now: 0 };
    const platform = createMockPlatform({ clock: () => clock.now, lifetimes: { refreshToken: 100 } });
    const exchange = { appid: web.appid, secret: web.secret, grant_type: "authorization_code" };
    const { data } = await call(platform, "/api/oauth2/access_token", {
      ...exchange,
      code: platform.obtainCode(),
    });
    const proof = {
      appid: web.appid,
      access_token: data["access_token"] ?? "",
      openid: data["openid"] ?? "",
    };
    expect((await call(platform, "/api/oauth2/user", proof)).code).toBe("OK");
    platform.expireAccessTokens();
    expect((await call(platform, "/api/oauth2/user", proof)).error.type).toBe("invalid_token");
    const refresh = {
      appid: web.appid,
      grant_type: "refresh_token",
      refresh_token: data["refresh_token"] ?? "",
    };
    clock.now = 99_999;
    expect((await call(platform, "/api/oauth2/refresh_token", refresh)).code).toBe("OK");
    clock.now = 100_000;
    expect((await call(platform, "/api/oauth2/refresh_token", refresh)).error.type).toBe("invalid_grant");
  });

  test("revokes the tokens of an exchange when its code is sent again after half a minute", async () => {
    const clock = { now: 0 };
    const platform = createMockPlatform({ clock: () => clock.now });
    const code = platform.obtainCode();
    const exchange = { appid: web.appid, secret: web.secret, grant_type: "authorization_code", code };
    const { data } = await call(platform, "/api/oauth2/access_token", exchange);
    const proof = {
      appid: web.appid,
      access_token: data["access_token"] ?? "",
      openid: data["openid"] ?? "",
    };
    clock.now = 30_000;
    expect((await call(platform, "/api/oauth2/access_token", exchange)).error.type).toBe("invalid_grant");
    expect((await call(platform, "/api/oauth2/user", proof)).code).toBe("OK");
    clock.now = 30_001;
    await call(platform, "/api/oauth2/access_token", exchange);
    expect((await call(platform, "/api/oauth2/user", proof)).error.type).toBe("invalid_token");
  });

  test("refuses codes that are five minutes old", async () => {
    const clock = { now: 0 };
    const platform = createMockPlatform({ clock: () => clock.now });
    const exchange = { appid: web.appid, secret: web.secret, grant_type: "authorization_code" };
    const codes = [platform.obtainCode(), platform.obtainCode()];
    clock.now = 299_999;
    expect(
      (await call(platform, "/api/oauth2/access_token", { ...exchange, code: codes[0] ?? "" })).code,
    ).toBe("OK");
    clock.now = 300_000;
    const late = await call(platform, "/api/oauth2/access_token", { ...exchange, code: codes[1] ?? "" });
    expect(late.error.type).toBe("invalid_grant");
  });

  test("accepts overridden team tokens for as long as is set", async () => {
    const clock = { now: 0 };
    const platform = createMockPlatform({ clock: () => clock.now, teamTokenOverlapSeconds: 10 });
    const first = (await askForTeamToken(platform)).data["access_token"] ?? "";
    await askForTeamToken(platform);
    clock.now = 9_999;
    expect(await works(platform, first)).toBe(true);
    clock.now = 10_000;
    expect(await works(platform, first)).toBe(false);
  });

  test("goes through the consent page of a good link, and says what is wrong with any other", () => {
    const platform = createMockPlatform();
    expect(platform.grantConsent(link(platform))).toMatch(
      /^https:\/\/application\.example\/callback\?code=sopc_[\w-]{32}&state=abc$/,
    );
    expect(platform.grantConsent(link(platform), { decision: "deny" })).toBe(
      "https://application.example/callback?error=access_denied&state=abc",
    );
    const bad = [
      [{ appid: "nobody" }, "appid"],
      [{ appid: team.appid }, "appid"],
      [{ redirect_uri: "https://evil.example/callback" }, "redirect_uri"],
      [{ response_type: "token" }, "response_type"],
      [{ scope: "snsapi_base" }, "scope"],
      [{ state: "a-b" }, "state"],
      [{ state: "a".repeat(129) }, "state"],
      [{ code_challenge: "x" }, "code_challenge_method"],
    ] as const;
    for (const [changes, word] of bad)
      expect(() => platform.grantConsent(link(platform, changes))).toThrow(word);
    expect(() => platform.grantConsent(link(platform).replace("#", "&state=x#"))).toThrow("state");
    expect(() => platform.grantConsent(link(platform).replace("platform", "evil"))).toThrow(
      "not one of this",
    );
  });

  test("answers nowhere but at its own address", async () => {
    const platform = createMockPlatform({ baseUrl: "https://platform.example/v1" });
    await expect(platform.fetch("https://elsewhere.example/v1/api/surveys")).rejects.toThrow(TypeError);
    await expect(platform.fetch("https://platform.example/api/surveys")).rejects.toThrow(TypeError);
    expect((await askForTeamToken(platform)).code).toBe("OK");
  });

  test("notes every request without a secret or a token", async () => {
    const platform = createMockPlatform();
    await askForTeamToken(platform);
    expect(platform.calls).toMatchObject([
      {
        method: "GET",
        path: "/api/oauth2/access_token",
        appid: "mock_team",
        grantType: "client_credential",
        outcome: "OK",
      },
    ]);
    expect(JSON.stringify(platform.calls)).not.toMatch(/secret|sop[a-z]_/);
  });
});

/** Sends a data call with a good team token. */
async function send(method: string, path: string, body?: unknown) {
  const platform = createMockPlatform();
  const query = new URLSearchParams({ appid: team.appid, access_token: platform.mintElsewhere() });
  const init = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const reply = await platform.fetch(`${platform.baseUrl}${path}?${query.toString()}`, init);
  // Every answer under /api/ has this shape.
  return { headers: reply.headers, ...((await reply.json()) as Envelope) };
}

describe("a call that the mock platform only describes", () => {
  test("gets an example, with what the request says in it", async () => {
    const path = "/api/contacts/teams/2001/groups";
    expect((await send("POST", path, { name: "Sales" })).data).toEqual({ group_id: 1, name: "Sales" });
    expect((await send("GET", "/api/orgs/2001")).data).toMatchObject({ id: 2001, name: "name" });
    expect((await send("POST", `${path}/batch_delete`, { group_ids: [1] })).data).toEqual({});
  });

  test.each([
    ["POST", "/api/orgs", {}, "name"],
    ["POST", "/api/orgs", [], "body"],
    ["GET", "/api/orgs/x", undefined, "id"],
    ["GET", "/api/sso/users/%ff", undefined, "openid"],
  ])("is refused when %s %s has a body of %j", async (method, path, body, parameter) => {
    const { error, headers } = await send(method, path, body);
    expect(error.type).toBe("invalid_argument");
    expect(headers.get("x-error-parameter")).toBe(parameter);
  });

  test("is refused for a survey out of reach, and for an application that may only read", async () => {
    expect((await send("POST", "/api/surveys/1/settings", {})).error.type).toBe("not_found");
    const platform = createMockPlatform({ applications: [{ ...team, mayWrite: false }] });
    const query = new URLSearchParams({ appid: team.appid, access_token: platform.mintElsewhere() });
    const address = `${platform.baseUrl}/api/surveys/4/settings?${query.toString()}`;
    const refused = await (await platform.fetch(address, { method: "POST" })).json();
    expect(refused).toMatchObject({ error: { type: "permission_denied" } });
  });
});
