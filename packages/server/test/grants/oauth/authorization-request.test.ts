import { describe, expect, it, test } from "vitest";
import {
  challenged,
  makePublic,
  oauthLink,
  oauthSettings,
  platformOrigin,
  resultOf,
} from "../../support/oauth.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { startTestPlatform } from "../../support/test-platform.ts";

async function openLink(link: string) {
  const platform = await startTestPlatform(oauthSettings);
  return (await signedInBrowser(platform)).get(link);
}

describe("an authorization request whose client or redirect address is not proven", () => {
  test.each([
    ["no client", { client_id: undefined }],
    ["an unknown client", { client_id: "no_such_app" }],
    ["no redirect address", { redirect_uri: undefined }],
    ["another path", { redirect_uri: "https://app.example/other" }],
    ["another port, by a client with a secret", { redirect_uri: "http://127.0.0.1:1/callback" }],
    ["the application of a team", { client_id: "acme_team" }],
  ])("gets a page and never a redirect: %s", async (_, changes) => {
    const page = await openLink(oauthLink(changes));
    expect([page.status, page.location]).toEqual([400, undefined]);
  });

  test.each(["client_id", "redirect_uri"])("gets a page when %s is given twice", async (name) => {
    const link = oauthLink();
    const value = new URL(link, platformOrigin).searchParams.get(name) ?? "";
    const page = await openLink(`${link}&${name}=${encodeURIComponent(value)}`);
    expect([page.status, page.location]).toEqual([400, undefined]);
  });
});

describe("an authorization request that is wrong in another way", () => {
  test.each([
    ["no response type", { response_type: undefined }, "invalid_request"],
    ["the implicit flow", { response_type: "token" }, "unsupported_response_type"],
    ["a hybrid flow", { response_type: "code id_token" }, "unsupported_response_type"],
    ["the implicit flow of OpenID", { response_type: "id_token" }, "unsupported_response_type"],
    ["an unknown response mode", { response_mode: "fragment" }, "invalid_request"],
    ["a request object", { request: "e30.e30." }, "request_not_supported"],
    ["no known scope", { scope: "email phone" }, "invalid_scope"],
    ["another resource", { resource: "https://other.example/api" }, "invalid_target"],
    ["a relative resource", { resource: "/api" }, "invalid_target"],
    ["plain PKCE", { ...challenged, code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge without its method", { code_challenge: challenged.code_challenge }, "invalid_request"],
    ["a method without a challenge", { code_challenge_method: "S256" }, "invalid_request"],
    ["a challenge that is none", { ...challenged, code_challenge: "x" }, "invalid_request"],
    ["no prompt beside another", { prompt: "none login" }, "invalid_request"],
    ["a state of more than 1,024 bytes", { state: "x".repeat(1025) }, "invalid_request"],
    ["a nonce of more than 1,024 bytes", { nonce: "x".repeat(1025) }, "invalid_request"],
  ])("goes back to the client: %s", async (_, changes, error) => {
    const page = await openLink(oauthLink(changes));
    expect(page.status).toBe(303);
    expect(resultOf(page)).toMatchObject({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      iss: platformOrigin,
      ...("state" in changes ? {} : { state: 'a state: {"x": 1} & more' }),
    });
  });

  test.each(["scope", "state", "response_type", "nonce"])(
    "goes back to the client when %s is given twice",
    async (name) => {
      const page = await openLink(`${oauthLink({ nonce: "n" })}&${name}=x`);
      expect(resultOf(page)).toMatchObject({ error: "invalid_request", iss: platformOrigin });
    },
  );

  it("goes back to the client when it names both resources", async () => {
    const both = `&resource=${encodeURIComponent(`${platformOrigin}/api`)}&resource=${encodeURIComponent(`${platformOrigin}/mcp`)}`;
    expect(resultOf(await openLink(oauthLink() + both))).toMatchObject({ error: "invalid_target" });
  });

  it("goes back to a client without a secret that sends no challenge", async () => {
    const platform = await startTestPlatform(oauthSettings);
    await makePublic(platform);
    const page = await (await signedInBrowser(platform)).get(oauthLink());
    expect(resultOf(page)).toMatchObject({ error: "invalid_request", iss: platformOrigin });
  });
});

describe("an authorization request", () => {
  it("may name its resource with capitals in the host, and with a slash at its end", async () => {
    const resource = `${platformOrigin.toUpperCase()}/mcp/`;
    expect((await openLink(oauthLink({ resource }))).status).toBe(200);
    const path = { resource: `${platformOrigin}/MCP` };
    expect(resultOf(await openLink(oauthLink(path)))).toMatchObject({ error: "invalid_target" });
  });

  it("may have parameters that are unknown or empty", async () => {
    const page = await openLink(
      `${oauthLink({ state: "" })}&nonce=&foo=bar&display=popup&acr_values=1&claims=%7B%7D`,
    );
    expect(page.status).toBe(200);
  });
});
