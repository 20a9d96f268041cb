import { describe, expect, it, test } from "vitest";
import {
  allowOauth,
  callWithBearer,
  challenged,
  codeExchange,
  makePublic,
  obtainOauthTokens,
  pkce,
  platformOrigin,
  postOauth,
  refreshOauth,
  unlimitedOauth,
  type OauthTokens,
} from "../support/oauth.ts";
import { obtainTeamToken } from "../support/flows.ts";
import { databaseContents } from "../support/database-contents.ts";
import { allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { revokeAllGrantsOf } from "../support/revoke-grants.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

async function start() {
  const platform = await startTestPlatform(unlimitedOauth);
  return { platform, tokens: await obtainOauthTokens(platform) };
}

async function callStatus(platform: TestPlatform, token: string): Promise<number> {
  return (await callWithBearer(platform, "/api/surveys", token)).status;
}

describe("a token of one way of asking", () => {
  it("is none in the place of the other", async () => {
    const { platform, tokens } = await start();
    const own = await allowedTokens(platform, { username: "bob" });
    const team = await obtainTeamToken(platform);
    for (const token of [own.access_token, own.refresh_token, team, tokens.refresh_token])
      expect(await callStatus(platform, token)).toBe(401);
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const call = { appid: "demo_app", access_token: token };
      expect(await platform.call("/api/surveys", call)).toMatchObject({ error: { type: "invalid_token" } });
      const refresh = await platform.call("/api/oauth2/refresh_token", refreshParameters(token));
      expect(refresh).toMatchObject({ error: { type: "invalid_grant" } });
    }
    expect((await refreshOauth(platform, own.refresh_token)).status).toBe(400);
    expect(await callStatus(platform, tokens.access_token)).toBe(200);
  });

  it("is none for another resource", async () => {
    const { platform } = await start();
    const agent = await obtainOauthTokens(platform, { resource: `${platformOrigin}/mcp`, prompt: "consent" });
    expect(await callStatus(platform, agent.access_token)).toBe(401);
  });
});

describe("a stolen refresh token", () => {
  it("that its thief uses first ends for both when its owner comes with it later", async () => {
    const { platform, tokens } = await start();
    const stolen = (await (await refreshOauth(platform, tokens.refresh_token)).json()) as OauthTokens;
    platform.clock.now += 31_000;
    expect((await refreshOauth(platform, tokens.refresh_token)).status).toBe(400);
    expect((await refreshOauth(platform, stolen.refresh_token)).status).toBe(400);
    for (const token of [tokens.access_token, stolen.access_token])
      expect(await callStatus(platform, token)).toBe(401);
  });

  it("is worth nothing to another application, whose attempt changes nothing", async () => {
    const { platform, tokens } = await start();
    await makePublic(platform, "other_app");
    const theft = {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token,
      client_id: "other_app",
    };
    expect((await postOauth(platform, "/oauth/token", theft, "")).status).toBe(400);
    expect((await refreshOauth(platform, tokens.refresh_token)).status).toBe(200);
  });

  it("is in the database neither as it is nor so that the database opens it", async () => {
    const { platform, tokens } = await start();
    const next = (await (await refreshOauth(platform, tokens.refresh_token)).json()) as OauthTokens;
    const contents = JSON.stringify(await databaseContents(platform));
    for (const { access_token: access, refresh_token: refresh } of [tokens, next]) {
      expect(contents).not.toContain(access.slice(5));
      expect(contents).not.toContain(refresh.slice(5));
    }
  });

  it("gives fifty requests at once the same successor", async () => {
    const { platform, tokens } = await start();
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => refreshOauth(platform, tokens.refresh_token)),
    );
    const successors = new Set<string>();
    for (const response of responses) successors.add(((await response.json()) as OauthTokens).refresh_token);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(successors.size).toBe(1);
  });
});

describe("a token of OAuth ends at once", () => {
  const ends: readonly (readonly [string, (platform: TestPlatform) => Promise<unknown>])[] = [
    ["the user takes the consent back", (platform) => revokeAllGrantsOf(platform, "ada")],
    ["the application is disabled", (platform) => disable(platform, "applications", "appid", "demo_app")],
    ["the user is disabled", (platform) => disable(platform, "users", "username", "ada")],
  ];

  test.each(ends)("when %s", async (_, end) => {
    const { platform, tokens } = await start();
    await end(platform);
    expect(await callStatus(platform, tokens.access_token)).toBe(401);
    expect([400, 401]).toContain((await refreshOauth(platform, tokens.refresh_token)).status);
  });
});

function disable(
  platform: TestPlatform,
  table: "applications" | "users",
  column: "appid" | "username",
  name: string,
): Promise<unknown> {
  return platform.database.write(({ kysely }) =>
    kysely.updateTable(table).set({ disabled: 1 }).where(column, "=", name).execute(),
  );
}

describe("a consent of one way of asking", () => {
  it("adds to what was agreed to before in OAuth, and what the interface's own way replaces is its own", async () => {
    const { platform } = await start();
    const grant = async () =>
      (
        await platform.database.reader.kysely.selectFrom("grants").select(["scopes", "may_write"]).execute()
      )[0];
    expect(await grant()).toEqual({ scopes: 8 | 16, may_write: 0 });
    await obtainOauthTokens(platform, { scope: "openid", prompt: "consent" });
    expect(await grant()).toEqual({ scopes: 1 | 8 | 16, may_write: 0 });
    await allowedTokens(platform);
    expect(await grant()).toEqual({ scopes: 1 | 8 | 16, may_write: 0 });
    await revokeAllGrantsOf(platform, "ada");
    await obtainOauthTokens(platform, { scope: "surveys:read" });
    expect(await grant()).toEqual({ scopes: 8, may_write: 0 });
  });

  it("does not widen tokens that are out", async () => {
    const platform = await startTestPlatform(unlimitedOauth);
    const narrow = await obtainOauthTokens(platform, { scope: "surveys:read" });
    await obtainOauthTokens(platform, { scope: "answers:read" });
    expect((await callWithBearer(platform, "/api/surveys/1/answers", narrow.access_token)).status).toBe(403);
  });
});

test("of the access tokens of a grant the newest ten of each resource live", async () => {
  const { platform, tokens } = await start();
  const agent = await obtainOauthTokens(platform, { resource: `${platformOrigin}/mcp`, prompt: "consent" });
  let { refresh_token: next } = agent;
  for (let at = 0; at < 12; at += 1)
    ({ refresh_token: next } = (await (await refreshOauth(platform, next)).json()) as OauthTokens);
  expect(await callStatus(platform, tokens.access_token)).toBe(200);
  const rows = await platform.database.reader.kysely
    .selectFrom("user_access_tokens")
    .select("audience")
    .execute();
  expect(rows.filter(({ audience }) => audience === 2)).toHaveLength(10);
});

test("one user of a client without a secret does not use up the token requests of another", async () => {
  const platform = await startTestPlatform({ ...unlimitedOauth, tokenRequestBurst: "2" });
  await makePublic(platform);
  const tokensOf = async (username: string) => {
    const browser = await signedInBrowser(platform, username);
    const { code = "" } = await allowOauth(platform, challenged, browser);
    const exchange = codeExchange(code, { client_id: "demo_app", code_verifier: pkce.verifier });
    return (await (await postOauth(platform, "/oauth/token", exchange, "")).json()) as OauthTokens;
  };
  const refresh = (token: string) =>
    postOauth(
      platform,
      "/oauth/token",
      { grant_type: "refresh_token", refresh_token: token, client_id: "demo_app" },
      "",
    );
  const ada = await tokensOf("ada");
  const bob = await tokensOf("bob");
  expect((await refresh(ada.refresh_token)).status).toBe(200);
  expect((await refresh(ada.refresh_token)).status).toBe(429);
  expect((await refresh(bob.refresh_token)).status).toBe(200);
});
