import { describe, expect, it, test } from "vitest";
import {
  allowOauth,
  basicHeader,
  challenged,
  codeExchange,
  demoBasic,
  obtainOauthTokens,
  pkce,
  platformOrigin,
  postOauth,
  refreshOauth,
  unlimitedOauth,
  type OauthTokens,
} from "../../support/oauth.ts";
import { sampleSecrets } from "../../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const otherBasic = basicHeader("other_app", sampleSecrets.otherApp);

async function startWithCode(changes: Readonly<Record<string, string>> = {}) {
  const platform = await startTestPlatform(unlimitedOauth);
  const { code = "" } = await allowOauth(platform, changes);
  return { platform, code };
}

async function refusalOf(response: Response) {
  // The body of a refusal is an object.
  const { error } = (await response.json()) as { readonly error?: string };
  return [response.status, error];
}

function exchange(platform: TestPlatform, code: string, changes = {}, header?: string) {
  return postOauth(platform, "/oauth/token", codeExchange(code, changes), header);
}

describe("a code", () => {
  test.each([
    ["of another client", {}, otherBasic],
    ["with another redirect address", { redirect_uri: "https://app.example/other" }, undefined],
    ["without its redirect address", { redirect_uri: undefined }, undefined],
    ["with a verifier that nothing was asked for", { code_verifier: pkce.verifier }, undefined],
  ])("%s is refused, and is not used up", async (_, changes, header) => {
    const { platform, code } = await startWithCode();
    const [status, error] = await refusalOf(await exchange(platform, code, changes, header));
    expect(status).toBe(400);
    expect(["invalid_grant", "invalid_request"]).toContain(error);
    expect((await exchange(platform, code)).status).toBe(200);
  });

  test.each([
    ["no verifier", undefined],
    ["another verifier", "w".repeat(43)],
    ["the challenge itself", pkce.challenge],
    ["a verifier that is too short", "v".repeat(42)],
  ])("with a challenge is refused with %s", async (_, verifier) => {
    const { platform, code } = await startWithCode(challenged);
    const refused = await exchange(platform, code, { code_verifier: verifier });
    expect((await refusalOf(refused))[0]).toBe(400);
    expect((await exchange(platform, code, { code_verifier: pkce.verifier })).status).toBe(200);
  });

  it("needs no redirect address beside its verifier, and none but its own", async () => {
    const { platform, code } = await startWithCode(challenged);
    const verifier = { code_verifier: pkce.verifier };
    const other = { ...verifier, redirect_uri: "https://app.example/other" };
    expect(await refusalOf(await exchange(platform, code, other))).toEqual([400, "invalid_grant"]);
    expect((await exchange(platform, code, { ...verifier, redirect_uri: undefined })).status).toBe(200);
  });

  it("is exchanged for the resource that was agreed to, and so are its refresh tokens", async () => {
    const resource = `${platformOrigin}/mcp`;
    const { platform, code } = await startWithCode({ resource });
    const other = { resource: `${platformOrigin}/api` };
    expect(await refusalOf(await exchange(platform, code, other))).toEqual([400, "invalid_target"]);
    const { refresh_token: token } = (await (
      await exchange(platform, code, { resource })
    ).json()) as OauthTokens;
    expect(await refusalOf(await refreshOauth(platform, token, other))).toEqual([400, "invalid_target"]);
    expect((await refreshOauth(platform, token, { resource })).status).toBe(200);
  });
});

describe("the token call", () => {
  it("takes a POST alone, and what is in the query does not count", async () => {
    const { platform, code } = await startWithCode();
    const query = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      client_id: "demo_app",
    }).toString();
    const got = await platform.fetch(`/oauth/token?${query}`);
    expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
    const posted = await postOauth(platform, `/oauth/token?${query}`, {});
    expect(await refusalOf(posted)).toEqual([400, "invalid_request"]);
  });

  test.each([
    ["a wrong secret in the header", {}, basicHeader("demo_app", "sops_wrong"), 401],
    ["a wrong secret in the body", { client_id: "demo_app", client_secret: "sops_wrong" }, "", 401],
    ["an unknown client", { client_id: "no_such_app", client_secret: "x" }, "", 401],
    ["no client", {}, "", 401],
    ["no secret of a client that has one", { client_id: "demo_app" }, "", 401],
  ])("refuses %s", async (_, changes, header, status) => {
    const { platform, code } = await startWithCode();
    const response = await exchange(platform, code, changes, header);
    const challenge = response.headers.get("www-authenticate");
    expect(await refusalOf(response)).toEqual([status, "invalid_client"]);
    expect(challenge?.startsWith("Basic ") ?? false).toBe(header.startsWith("Basic"));
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect((await exchange(platform, code)).status).toBe(200);
  });

  it("refuses two proofs of the client in one request", async () => {
    const { platform, code } = await startWithCode();
    const both = { client_id: "demo_app", client_secret: sampleSecrets.demoApp };
    expect(await refusalOf(await exchange(platform, code, both, demoBasic))).toEqual([
      400,
      "invalid_request",
    ]);
  });

  test.each([
    ["no grant type", { grant_type: undefined }, "invalid_request"],
    ["an empty grant type", { grant_type: "" }, "invalid_request"],
    [
      "the grant of passwords",
      { grant_type: "password", username: "ada", password: "x" },
      "unsupported_grant_type",
    ],
    ["the name of an object's property", { grant_type: "constructor" }, "unsupported_grant_type"],
    ["no code", { code: undefined }, "invalid_request"],
  ])("refuses %s", async (_, changes, error) => {
    const { platform, code } = await startWithCode();
    expect(await refusalOf(await exchange(platform, code, changes))).toEqual([400, error]);
  });

  it("takes a parameter without a value as left out, and ignores one that it does not know", async () => {
    const { platform, code } = await startWithCode();
    const changes = { code_verifier: "", resource: "", scope: "", audience: "anybody" };
    expect((await exchange(platform, code, changes)).status).toBe(200);
  });

  it("refuses a parameter that is given twice", async () => {
    const { platform, code } = await startWithCode();
    const body = `grant_type=authorization_code&code=${code}&code=${code}`;
    const headers = { Authorization: demoBasic, "Content-Type": "application/x-www-form-urlencoded" };
    const response = await platform.fetch("/oauth/token", { method: "POST", headers, body });
    expect(await refusalOf(response)).toEqual([400, "invalid_request"]);
  });
});

describe("a refresh token", () => {
  it("is of use to its own client alone", async () => {
    const platform = await startTestPlatform(unlimitedOauth);
    const { refresh_token: token } = await obtainOauthTokens(platform);
    const fields = { grant_type: "refresh_token", refresh_token: token };
    const foreign = await postOauth(platform, "/oauth/token", fields, otherBasic);
    expect(await refusalOf(foreign)).toEqual([400, "invalid_grant"]);
    expect((await refreshOauth(platform, token)).status).toBe(200);
  });

  it("has a successor for the same scopes when fewer were asked for", async () => {
    const platform = await startTestPlatform(unlimitedOauth);
    const { refresh_token: token } = await obtainOauthTokens(platform);
    const fewer = await refreshOauth(platform, token, { scope: "surveys:read" });
    const { scope, refresh_token: successor } = (await fewer.json()) as OauthTokens;
    expect(scope).toBe("surveys:read");
    const whole = (await (await refreshOauth(platform, successor)).json()) as OauthTokens;
    expect(whole.scope).toBe("surveys:read answers:read");
  });

  it("is refused without the secret of its client", async () => {
    const platform = await startTestPlatform(unlimitedOauth);
    const { refresh_token: token } = await obtainOauthTokens(platform);
    const fields = { grant_type: "refresh_token", refresh_token: token, client_id: "demo_app" };
    expect(await refusalOf(await postOauth(platform, "/oauth/token", fields, ""))).toEqual([
      401,
      "invalid_client",
    ]);
  });
});
