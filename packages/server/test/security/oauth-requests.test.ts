import { describe, expect, it, test } from "vitest";
import { Browser } from "../support/browser.ts";
import {
  allowOauth,
  challenged,
  codeExchange,
  makePublic,
  oauthLink,
  oauthSettings,
  pkce,
  platformOrigin,
  postOauth,
  resultOf,
} from "../support/oauth.ts";
import { decisionPath } from "../support/opened-consent.ts";
import { sampleCallback } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform } from "../support/test-platform.ts";

type Changes = Readonly<Record<string, string | undefined>>;

async function send(changes: Changes, extra = "") {
  const platform = await startTestPlatform(oauthSettings);
  const browser = await signedInBrowser(platform);
  return browser.get(oauthLink(changes) + extra);
}

/** Every other mistake at once: none of them may be answered before client and address are proven. */
const everythingWrong = { response_type: "token", scope: "x", resource: "https://evil.example", prompt: "x" };

describe("before client and address are proven, an error is a page and no redirect", () => {
  test.each<[string, Changes, string?]>([
    ["an unknown client", { client_id: "unknown" }],
    ["no client", { client_id: undefined }],
    ["two clients", {}, "&client_id=other_app"],
    ["the application of a team", { client_id: "acme_team" }],
    ["no address", { redirect_uri: undefined }],
    ["two addresses", {}, `&redirect_uri=${encodeURIComponent("https://evil.example")}`],
    ["another application's address", { redirect_uri: "https://other.example/callback" }],
    ["an evil address", { redirect_uri: "https://evil.example/" }],
    ["a longer path", { redirect_uri: `${sampleCallback}/x` }],
    ["a prefix", { redirect_uri: sampleCallback.slice(0, -1) }],
    ["a user before the host", { redirect_uri: sampleCallback.replace("https://", "https://evil@") }],
    ["a backslash", { redirect_uri: sampleCallback.replace("https://", "https://evil.example\\@") }],
    ["a fragment", { redirect_uri: `${sampleCallback}#x` }],
    ["another query", { redirect_uri: `${sampleCallback}?x=1` }],
    ["another port of this machine, with a secret", { redirect_uri: "http://localhost:9/callback" }],
    ["capitals", { redirect_uri: sampleCallback.toUpperCase() }],
    ["script", { redirect_uri: "javascript:alert(1)" }],
  ])("%s", async (_, changes, extra = "") => {
    for (const others of [{}, everythingWrong]) {
      const page = await send({ ...others, ...changes }, extra);
      expect([page.status, page.location]).toEqual([400, undefined]);
    }
  });
});

describe("once they are proven, an error goes back with words, state and issuer", () => {
  test.each<[string, Changes, string, string?]>([
    ["no response_type", { response_type: undefined }, "invalid_request"],
    ["a token by redirect", { response_type: "token" }, "unsupported_response_type"],
    ["a hybrid response", { response_type: "code id_token" }, "unsupported_response_type"],
    ["a response in the fragment", { response_mode: "fragment" }, "invalid_request"],
    ["a request object", { request: "eyJ" }, "request_not_supported"],
    ["an address of one", { request_uri: "https://evil.example/" }, "request_uri_not_supported"],
    ["another resource", { resource: "https://evil.example/api" }, "invalid_target"],
    [
      "both resources",
      { resource: `${platformOrigin}/api` },
      "invalid_target",
      `&resource=${encodeURIComponent(`${platformOrigin}/mcp`)}`,
    ],
    ["no scope that there is", { scope: "email phone" }, "invalid_scope"],
    ["writing alone, which it may not", { scope: "surveys:write" }, "invalid_scope"],
    ["a challenge without its method", { code_challenge: pkce.challenge }, "invalid_request"],
    [
      "a plain challenge",
      { code_challenge: pkce.challenge, code_challenge_method: "plain" },
      "invalid_request",
    ],
    ["a method without a challenge", { code_challenge_method: "S256" }, "invalid_request"],
    ["a challenge of another shape", { ...challenged, code_challenge: "short" }, "invalid_request"],
    ["an unknown prompt", { prompt: "always" }, "invalid_request"],
    ["no question and one at once", { prompt: "none consent" }, "invalid_request"],
    ["a nonce of 1,025 bytes", { nonce: "n".repeat(1025) }, "invalid_request"],
    ["a parameter twice", {}, "invalid_request", "&scope=surveys%3Aread"],
  ])("%s", async (_, changes, error, extra = "") => {
    const page = await send(changes, extra);
    expect(page.status).toBe(303);
    expect(page.location?.startsWith(`${sampleCallback}?`)).toBe(true);
    const result = resultOf(page);
    expect(result).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]{10,}$/),
      state: 'a state: {"x": 1} & more',
      iss: platformOrigin,
    });
    expect(page.location).not.toContain("evil.example");
  });

  it("but no state that is too long, or given twice", async () => {
    expect(resultOf(await send({ state: "s".repeat(1025) }))).not.toHaveProperty("state");
    expect(resultOf(await send({}, "&state=other"))).not.toHaveProperty("state");
  });
});

describe("a code challenge", () => {
  it("that was stripped on the way is missed at the exchange", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const { code = "" } = await allowOauth(platform);
    const withVerifier = codeExchange(code, { code_verifier: pkce.verifier });
    expect((await postOauth(platform, "/oauth/token", withVerifier)).status).toBe(400);
    expect((await postOauth(platform, "/oauth/token", codeExchange(code))).status).toBe(200);
  });

  it.each([
    ["no verifier", undefined],
    ["the challenge itself", pkce.challenge],
    ["another verifier", "w".repeat(43)],
    ["a verifier that is too short", "v".repeat(42)],
  ])("is not answered by %s, and the code stays", async (_, verifier) => {
    const platform = await startTestPlatform(oauthSettings);
    const { code = "" } = await allowOauth(platform, challenged);
    const wrong = codeExchange(code, { code_verifier: verifier });
    expect((await postOauth(platform, "/oauth/token", wrong)).status).toBe(400);
    const right = codeExchange(code, { code_verifier: pkce.verifier });
    expect((await postOauth(platform, "/oauth/token", right)).status).toBe(200);
  });

  it("is asked of an application whose owner demands it, and of every one without a secret", async () => {
    for (const change of ["requires_pkce", "is_public"] as const) {
      const platform = await startTestPlatform(oauthSettings);
      if (change === "is_public") await makePublic(platform);
      else
        await platform.database.write(({ kysely }) =>
          kysely.updateTable("applications").set({ requires_pkce: 1 }).execute(),
        );
      const page = await (await signedInBrowser(platform)).get(oauthLink());
      expect(resultOf(page), change).toMatchObject({ error: "invalid_request" });
    }
  });
});

test("the authorization endpoint is closed to scripts of other sites, for what they ask in advance too", async () => {
  const platform = await startTestPlatform(oauthSettings);
  const headers = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };
  for (const method of ["GET", "POST", "OPTIONS"]) {
    const response = await platform.fetch(oauthLink({}), { method, headers });
    const cors = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect(cors, method).toEqual([]);
  }
});

test("the issuer in responses and metadata never follows the request", async () => {
  const platform = await startTestPlatform(oauthSettings);
  const headers = { Host: "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" };
  const browser = await signedInBrowser(platform);
  const page = await browser.get(oauthLink({ scope: "x" }), headers);
  expect(resultOf(page)["iss"]).toBe(platformOrigin);
});

test("every response names the server that it is from: a code, a denial and an error, by a redirect and by a form", async () => {
  const platform = await startTestPlatform(oauthSettings);
  const browser = await signedInBrowser(platform);
  for (const response_mode of ["query", "form_post"]) {
    const decide = async (decision: string) =>
      browser.submit(await browser.get(oauthLink({ response_mode, prompt: "consent" })), decisionPath, {
        decision,
      });
    const pages = [
      await decide("allow"),
      await decide("deny"),
      await browser.get(oauthLink({ response_mode, scope: "x" })),
    ];
    const results = pages.map(resultOf);
    expect(results.map(({ iss }) => iss)).toEqual(results.map(() => platformOrigin));
    expect(results.map(({ error }) => error)).toEqual([undefined, "access_denied", "invalid_scope"]);
  }
});

test("a visitor who is not signed in is led through the sign-in and back to the same request", async () => {
  const platform = await startTestPlatform(oauthSettings);
  const page = await new Browser(platform).get(oauthLink());
  expect(page.location).toBe(`/login?return_to=${encodeURIComponent(oauthLink())}`);
});
