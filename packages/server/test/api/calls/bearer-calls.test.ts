import { isOnPostgres } from "../../../../database/test/support/postgres/postgres-databases.ts";
import { describe, expect, it, test } from "vitest";
import { endpointsOf } from "../../../src/api/endpoints.ts";
import {
  allowOauth,
  basicHeader,
  callWithBearer,
  challenged,
  codeExchange,
  makePublic,
  oauthSettings,
  obtainOauthTokens,
  pkce,
  platformOrigin,
  postOauth,
  type OauthTokens,
} from "../../support/oauth.ts";
import { sampleSecrets } from "../../support/sample-declaration.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform, type Envelope, type TestPlatform } from "../../support/test-platform.ts";

const metadata = `${platformOrigin}/.well-known/oauth-protected-resource/api`;

async function startWithToken(changes: Readonly<Record<string, string>> = {}, settings = {}) {
  const platform = await startTestPlatform({ ...oauthSettings, ...settings });
  const { access_token: token } = await obtainOauthTokens(platform, changes);
  return { platform, token };
}

async function envelopeOf(response: Response): Promise<Envelope> {
  return (await response.json()) as Envelope;
}

describe("a call with a bearer token", () => {
  it("needs neither appid nor openid, and gets what the same call gets with a token in the query", async () => {
    const { platform, token } = await startWithToken();
    const list = await envelopeOf(await callWithBearer(platform, "/api/surveys", token));
    expect(list).toMatchObject({ code: "OK", data: { total: 2 } });
    const survey = await envelopeOf(await callWithBearer(platform, "/api/surveys/1", token));
    expect(survey).toMatchObject({ code: "OK", data: { title: "Survey ada-1" } });
    const answers = await callWithBearer(platform, "/api/surveys/1/answers?per_page=2", token);
    expect(await envelopeOf(answers)).toMatchObject({ code: "OK", data: { total: 25 } });
  });

  test.each([
    ["the scheme in lower case", "bearer "],
    ["two spaces", "Bearer  "],
  ])("may have %s", async (_, scheme) => {
    const { platform, token } = await startWithToken();
    const headers = { Authorization: scheme + token };
    expect((await platform.fetch("/api/surveys", { headers })).status).toBe(200);
  });

  test.each([
    ["an unknown token", "/api/surveys", `sopb_00000000${"x".repeat(32)}`, 401, "invalid_token"],
    ["garbage", "/api/surveys", "garbage", 401, "invalid_token"],
    ["a survey that is not there", "/api/surveys/999999", undefined, 404, "not_found"],
    ["a wrong parameter", "/api/surveys?page=x", undefined, 400, "invalid_argument"],
    ["another person's openid", "/api/surveys?openid=o123", undefined, 403, "claim_error"],
  ])("is answered for %s with a status that fits", async (_, path, given, status, type) => {
    const { platform, token } = await startWithToken();
    const response = await callWithBearer(platform, path, given ?? token, {
      headers: { "X-Error-Status": "ok" },
    });
    expect([response.status, (await envelopeOf(response)).error.type]).toEqual([status, type]);
  });

  it("learns from a challenge which token would do", async () => {
    const { platform, token } = await startWithToken({ scope: "surveys:read" });
    const unknown = await callWithBearer(platform, "/api/surveys", "x");
    expect(unknown.headers.get("www-authenticate")).toMatch(
      new RegExp(
        `^Bearer error="invalid_token", scope="surveys:read", resource_metadata="${metadata}", error_desc`,
      ),
    );
    const answers = await callWithBearer(platform, "/api/surveys/1/answers", token);
    expect(answers.status).toBe(403);
    expect(answers.headers.get("www-authenticate")).toMatch(
      /^Bearer error="insufficient_scope", scope="answers:read"/,
    );
    // RFC 6750, section 3.
    for (const { headers } of [unknown, answers])
      expect(headers.get("www-authenticate")).toMatch(/^Bearer (?:(\w+)="[ !#-[\]-~]+"(?!.*\1=)(?:, )?)+$/);
  });

  it("is refused when the query has a token too", async () => {
    const { platform, token } = await startWithToken();
    const response = await callWithBearer(
      platform,
      `/api/surveys?appid=demo_app&access_token=${token}`,
      token,
    );
    expect(response.status).toBe(400);
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer error="invalid_request"/);
  });

  it("changes something only with the scope for it", async () => {
    const platform = await startTestPlatform(oauthSettings);
    await platform.database.write(({ kysely }) =>
      kysely.updateTable("applications").set({ may_write: 1 }).where("appid", "=", "demo_app").execute(),
    );
    const create = (token: string) =>
      callWithBearer(platform, "/api/surveys", token, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ text: "T\n\n\n\nQ[Single Line Text]" }),
      });
    const reading = await obtainOauthTokens(platform);
    const refused = await create(reading.access_token);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain(`scope="surveys:write"`);
    const writing = await obtainOauthTokens(platform, { scope: "surveys:write" });
    expect(await envelopeOf(await create(writing.access_token))).toMatchObject({ code: "OK" });
    // The token itself says what it may: what the grant has gained since is not in it.
    expect((await create(reading.access_token)).status).toBe(403);
  });

  it("may have a body of at most a megabyte", async () => {
    const { platform, token } = await startWithToken();
    const body = JSON.stringify({ text: "x".repeat(1024 * 1024) });
    const init = { method: "POST", headers: { "Content-Type": "application/json" }, body };
    expect((await callWithBearer(platform, "/api/surveys/1/answers", token, init)).status).toBe(403);
    const { access_token: team } = await teamToken(platform, "surveys:write");
    expect((await callWithBearer(platform, "/api/surveys", team, init)).status).toBe(413);
  });

  it("reaches the surveys of a team, and not what is no part of them", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const { access_token: token } = await teamToken(platform, "surveys:read");
    const list = await envelopeOf(await callWithBearer(platform, "/api/surveys", token));
    expect(list).toMatchObject({ code: "OK", data: { total: 2 } });
    const accounts = await callWithBearer(platform, "/api/sso/users/x", token);
    expect([accounts.status, (await envelopeOf(accounts)).error.type]).toEqual([403, "permission_denied"]);
  });

  test.each(["/api/oauth2/access_token", "/api/oauth2/refresh_token", "/api/oauth2/user"])(
    "is none at %s, which does not look at the header",
    async (path) => {
      const { platform, token } = await startWithToken();
      const response = await callWithBearer(platform, path, token);
      expect([response.status, (await envelopeOf(response)).error.type]).toEqual([200, "invalid_argument"]);
    },
  );

  it("is a call like any other while there is no public address", async () => {
    const platform = await startTestPlatform();
    const response = await callWithBearer(platform, "/api/surveys", "x");
    expect([response.status, (await envelopeOf(response)).error.type]).toEqual([200, "invalid_argument"]);
  });

  it("is in the request log of its application, and in the metrics", async () => {
    const { platform, token } = await startWithToken();
    await callWithBearer(platform, "/api/surveys", token);
    await callWithBearer(platform, "/api/surveys/999999", token);
    await platform.writeRequestLog();
    const id = (await platform.store.findApplication("demo_app"))?.id ?? 0;
    const lines = await platform.requestLog.list({ application: { id, createdAt: 0 }, limit: 10 });
    // Each node writes its own lines, so their order is not that of the calls.
    expect(new Set(lines.map(({ route, errorType }) => `${route} ${errorType}`))).toEqual(
      new Set(["/api/surveys/{survey_id} not_found", "/api/surveys ", "/oauth/token "]),
    );
    expect(lines).toHaveLength(3);
    expect(platform.observed.map(({ route }) => route)).toContain("/api/surveys/{survey_id}");
  });
});

async function teamToken(platform: TestPlatform, scope: string): Promise<OauthTokens> {
  const acme = basicHeader("acme_team", sampleSecrets.acmeTeam);
  const response = await postOauth(
    platform,
    "/oauth/token",
    { grant_type: "client_credentials", scope },
    acme,
  );
  return (await response.json()) as OauthTokens;
}

// Each process counts for itself.
describe.skipIf(isOnPostgres())("the limit of calls", () => {
  it("is that of the application where it has a secret, and of each of its users where it has none", async () => {
    const settings = { dataCallsPerMinute: "2" };
    const { platform, token } = await startWithToken({}, settings);
    const call = (bearer: string) => callWithBearer(platform, "/api/surveys", bearer);
    for (const status of [200, 200, 429]) expect((await call(token)).status).toBe(status);
    const other = await startTestPlatform({ ...oauthSettings, ...settings });
    await makePublic(other);
    for (const username of ["ada", "bob"]) {
      const browser = await signedInBrowser(other, username);
      const { code = "" } = await allowOauth(other, challenged, browser);
      const exchange = codeExchange(code, { client_id: "demo_app", code_verifier: pkce.verifier });
      const response = await postOauth(other, "/oauth/token", exchange, "");
      const { access_token: own } = (await response.json()) as OauthTokens;
      for (const status of [200, 200, 429])
        expect((await callWithBearer(other, "/api/surveys", own)).status, username).toBe(status);
    }
  });
});

test("every call says what a bearer token has to allow, but those for tokens and for the user's own name", async () => {
  const platform = await startTestPlatform();
  const silent = endpointsOf(platform.store, { timeZone: "Asia/Shanghai" })
    .filter(({ bearerScopes }) => bearerScopes === undefined)
    .map(({ operationId }) => operationId);
  expect(silent).toEqual(["requestAccessToken", "refreshAccessToken", "getUser"]);
});
