import { describe, expect, it, test } from "vitest";
import { setPicture } from "../../../src/store/people/user-picture-table.ts";
import { updateProfile } from "../../../src/store/people/profile.ts";
import { declare } from "../../support/declare.ts";
import { oauthSettings, obtainOauthTokens, platformOrigin } from "../../support/oauth.ts";
import { OpenidFlow } from "../../support/openid-flow.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const metadata = `${platformOrigin}/.well-known/oauth-protected-resource/api`;

async function start(changes: Readonly<Record<string, string | undefined>> = {}) {
  const platform = await startTestPlatform(oauthSettings);
  const flow = await OpenidFlow.begin(platform, {});
  return { platform, flow, tokens: await flow.signIn(changes) };
}

function setUser(platform: TestPlatform, values: Readonly<Record<string, string | number>>) {
  return platform.database.write(({ kysely }) =>
    kysely.updateTable("users").set(values).where("username", "=", "ada").execute(),
  );
}

describe("the information about a user", () => {
  it("has name, picture, language and zone with the scope profile, as far as they are known", async () => {
    const { platform, flow, tokens } = await start({ scope: "openid profile" });
    const picture = `/pictures/${"p".repeat(32)}`;
    await setUser(platform, { avatar: picture, language: "zh-CN", time_zone: "Asia/Shanghai" });
    const response = await flow.userinfo(tokens.access_token);
    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(tokens.claims.sub).toMatch(/^[!-~]{1,255}$/);
    expect(await response.json()).toEqual({
      sub: tokens.claims.sub,
      name: "Ada",
      picture: platformOrigin + picture,
      locale: "zh-CN",
      zoneinfo: "Asia/Shanghai",
      updated_at: Math.floor(platform.clock.now / 1000),
    });
    await setUser(platform, { avatar: "" });
    expect(await (await flow.userinfo(tokens.access_token)).json()).not.toHaveProperty("picture");
  });

  it("is about the user of the ID token, and another one of another user", async () => {
    const { flow, tokens } = await start();
    const { claims } = await flow.signIn({ prompt: "consent" });
    expect(claims.sub).toBe(tokens.claims.sub);
    const bob = await OpenidFlow.begin(flow.platform, {}, "bob");
    expect((await bob.signIn()).claims.sub).not.toBe(claims.sub);
  });

  it("is asked for by scripts of any website, which a browser asks for before", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const response = await platform.fetch("/oauth/userinfo", { method: "OPTIONS" });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-methods")).toBe("GET, POST");
    expect(response.headers.get("access-control-allow-headers")).toContain("Authorization");
    expect(response.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });
});

describe("updated_at", () => {
  it("is when the user or a declaration last changed the profile, and left out when that is not known", async () => {
    const { platform, flow, tokens } = await start({ scope: "openid profile" });
    const updatedAt = async () => {
      // The endpoint's claims, of which this is one.
      const claims = (await (await flow.userinfo(tokens.access_token)).json()) as {
        readonly updated_at?: number;
      };
      return claims.updated_at;
    };
    const seconds = () => Math.floor((platform.clock.now += 5000) / 1000);
    const { id: userId } = await platform.database.reader.kysely
      .selectFrom("users")
      .select("id")
      .where("username", "=", "ada")
      .executeTakeFirstOrThrow();
    const actor = { userId, username: "ada", address: "" };
    const profile = { nickname: "Ada L.", language: "en", timeZone: null };
    const changes = [
      () => platform.store.write(updateProfile, { userId, profile, actor }),
      () => platform.store.write(setPicture, { userId, picture: undefined, actor }),
      () => declare(platform, { users: [{ username: "ada", nickname: "Countess" }] }),
    ];
    for (const change of changes) {
      const changedAt = seconds();
      await change();
      seconds();
      expect(await updatedAt()).toBe(changedAt);
    }
    await declare(platform, { users: [{ username: "ada", password: "another long password" }] });
    expect(await updatedAt()).toBeLessThan(seconds() - 5);
    await setUser(platform, { profile_changed_at: 0 });
    expect(await updatedAt()).toBeUndefined();
  });
});

describe("is refused", () => {
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  test.each([
    ["without a token", {}, undefined, 401, `Bearer resource_metadata="${metadata}"`],
    ["with a token in the body alone", { method: "POST", headers: form }, "body", 401, "Bearer resource"],
    ["with a token in the query alone", {}, "query", 401, "Bearer resource"],
    [
      "with a token in header and body",
      { method: "POST", headers: form },
      "both",
      400,
      'error="invalid_request"',
    ],
    ["with a token in header and query", {}, "header and query", 400, 'error="invalid_request"'],
    ["with another scheme", { headers: { Authorization: "Basic eDp5" } }, undefined, 401, "Bearer resource"],
    ["with garbage", { headers: { Authorization: "Bearer x" } }, undefined, 401, 'error="invalid_token"'],
  ])("%s", async (_, init: RequestInit, place, status, challenge) => {
    const { platform, tokens } = await start();
    const token = `access_token=${tokens.access_token}`;
    const headers = new Headers(init.headers);
    if (place === "both" || place === "header and query")
      headers.set("authorization", `Bearer ${tokens.access_token}`);
    const path = place?.endsWith("query") === true ? `/oauth/userinfo?${token}` : "/oauth/userinfo";
    const body = place === "body" || place === "both" ? { body: token } : {};
    const response = await platform.fetch(path, { ...init, headers, ...body });
    expect(response.status).toBe(status);
    expect(response.headers.get("www-authenticate")).toContain(challenge);
    expect(await response.text()).not.toContain("sopb_");
  });

  it("with a token of another scope, of another resource, of a revoked consent, and of a disabled user", async () => {
    const { platform, flow, tokens } = await start();
    const outcome = async (token: string) => {
      const response = await flow.userinfo(token);
      return [response.status, /error="(\w+)"/.exec(response.headers.get("www-authenticate") ?? "")?.[1]];
    };
    const surveys = await obtainOauthTokens(platform, { scope: "surveys:read" }, flow.browser);
    expect(await outcome(surveys.access_token)).toEqual([403, "insufficient_scope"]);
    const mcp = await flow.signIn({ resource: `${platformOrigin}/mcp` });
    expect(await outcome(mcp.access_token)).toEqual([401, "invalid_token"]);
    await setUser(platform, { disabled: 1 });
    expect(await outcome(tokens.access_token)).toEqual([401, "invalid_token"]);
    await setUser(platform, { disabled: 0 });
    expect(await outcome(tokens.access_token)).toEqual([200, undefined]);
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("grants").set({ revoked_at: platform.clock.now }).execute(),
    );
    expect(await outcome(tokens.access_token)).toEqual([401, "invalid_token"]);
  });
});
