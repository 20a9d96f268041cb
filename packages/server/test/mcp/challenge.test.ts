import { describe, expect, it, test } from "vitest";
import { oauthSettings, obtainOauthTokens, platformOrigin } from "../support/oauth.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { agentToken, sendMessage } from "./support.ts";

const listing = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const metadata = `resource_metadata="${platformOrigin}/.well-known/oauth-protected-resource/mcp"`;

async function challengeTo(platform: TestPlatform, headers: Readonly<Record<string, string>>) {
  const response = await sendMessage(platform, listing, headers);
  return { status: response.status, challenge: response.headers.get("www-authenticate") };
}

describe("/mcp", () => {
  test.each([
    ["no token", {}],
    ["a token of another scheme", { authorization: "Basic eDp5" }],
  ])("answers %s with where to get one and for what, without an error", async (_, headers) => {
    const platform = await startTestPlatform(oauthSettings);
    const { status, challenge } = await challengeTo(platform, headers);
    expect(status).toBe(401);
    expect(challenge).toMatch(/^Bearer /);
    expect(challenge).toContain(`scope="surveys:read answers:read"`);
    expect(challenge).toContain(metadata);
    expect(challenge).not.toContain("error");
  });

  it("refuses a token that was issued for the API, and the API one of /mcp", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const { access_token: ofApi } = await obtainOauthTokens(platform);
    const refused = await challengeTo(platform, { authorization: `Bearer ${ofApi}` });
    expect(refused).toEqual({ status: 401, challenge: expect.stringContaining(`error="invalid_token"`) });
    const resource = `${platformOrigin}/mcp`;
    const { access_token: ofMcp } = await obtainOauthTokens(platform, { resource, prompt: "consent" });
    const headers = { authorization: `Bearer ${ofMcp}` };
    expect((await platform.fetch("/api/surveys", { headers })).status).toBe(401);
    expect((await sendMessage(platform, listing, headers)).status).toBe(200);
  });

  test.each([
    ["takes no token in the query", { sendsHeader: false }, 401, /^Bearer (?!.*error)/],
    ["refuses one beside the token in the header", { sendsHeader: true }, 400, /error="invalid_request"/],
  ])("%s", async (_, { sendsHeader }, status, challenge) => {
    const platform = await startTestPlatform(oauthSettings);
    const token = await agentToken(platform);
    const response = await platform.fetch(`/mcp?access_token=${token}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(sendsHeader && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(listing),
    });
    expect(response.status).toBe(status);
    expect(response.headers.get("www-authenticate")).toMatch(challenge);
  });
});
