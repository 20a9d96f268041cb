import { describe, expect, it, test } from "vitest";
import { codeChallengeOf } from "../../src/model/code-challenge.ts";
import { declareDemoApp } from "../support/declare.ts";
import { authorizationLink, exchangeParameters, obtainCode, teamTokenParameters } from "../support/flows.ts";
import { allowedCode, allowedTokens, refreshParameters } from "../support/quick-consent.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const tokenPath = "/api/oauth2/access_token";
const refreshPath = "/api/oauth2/refresh_token";

async function callFrom(
  platform: TestPlatform,
  address: string,
  [path, parameters]: readonly [string, Readonly<Record<string, string>>],
): Promise<string> {
  const headers = { "x-forwarded-for": address };
  const response = await platform.fetch(pathWithQuery(path, parameters), { headers });
  // Every response under /api/ has this shape.
  return ((await response.json()) as { readonly error: { readonly type: string } }).error.type;
}

describe("token calls of an application with a list of networks", () => {
  const allowed_networks = ["203.0.113.0/24", "2001:db8:1::/48"];

  it("are served from there alone, and a refused one uses up nothing", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    const { refresh_token } = await allowedTokens(platform);
    const code = await allowedCode(platform);
    await declareDemoApp(platform, { allowed_networks });
    const exchange = [tokenPath, exchangeParameters(code)] as const;
    const refresh = [refreshPath, refreshParameters(refresh_token)] as const;
    for (const outside of ["198.51.100.7", "203.0.114.1", "2001:db8:2::1"]) {
      expect(await callFrom(platform, outside, exchange)).toBe("unauthorized_client");
      expect(await callFrom(platform, outside, refresh)).toBe("unauthorized_client");
    }
    expect(await callFrom(platform, "2001:db8:1::7", refresh)).toBe("");
    expect(await callFrom(platform, "203.0.113.9", exchange)).toBe("");
  });

  it("reveal the list only to a caller with the secret", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    await declareDemoApp(platform, { allowed_networks });
    const exchange = {
      ...exchangeParameters("sopc_abcdefghijklmnopqrstuvwxyz012345"),
      secret: "x".repeat(37),
    };
    expect(await callFrom(platform, "198.51.100.7", [tokenPath, exchange])).toBe("invalid_client");
  });

  it("are served from everywhere again once the list is empty", async () => {
    const platform = await startTestPlatform({ trustProxy: "1" });
    const { refresh_token } = await allowedTokens(platform);
    const refresh = [refreshPath, refreshParameters(refresh_token)] as const;
    await declareDemoApp(platform, { allowed_networks });
    expect(await callFrom(platform, "198.51.100.7", refresh)).toBe("unauthorized_client");
    await declareDemoApp(platform, { allowed_networks: [] });
    expect(await callFrom(platform, "198.51.100.7", refresh)).toBe("");
  });
});

describe("an application that requires PKCE", () => {
  const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  const challenge = { code_challenge: codeChallengeOf(verifier), code_challenge_method: "S256" };

  test("gets no consent page without a challenge", async () => {
    const platform = await startTestPlatform();
    const browser = await signedInBrowser(platform);
    await declareDemoApp(platform, { requires_pkce: true });
    expect((await browser.get(authorizationLink())).status).toBe(400);
    expect((await browser.get(authorizationLink(challenge))).status).toBe(200);
  });

  test("exchanges codes with their verifier only", async () => {
    const platform = await startTestPlatform();
    await declareDemoApp(platform, { requires_pkce: true });
    const browser = await signedInBrowser(platform);
    const exchange = exchangeParameters(
      await obtainCode(platform, { browser, link: authorizationLink(challenge) }),
    );
    expect((await platform.call(tokenPath, exchange)).error.type).toBe("invalid_grant");
    expect((await platform.call(tokenPath, { ...exchange, code_verifier: verifier })).code).toBe("OK");
  });

  test("cannot exchange a code that was issued without a challenge before", async () => {
    const platform = await startTestPlatform();
    const exchange = exchangeParameters(await allowedCode(platform));
    await declareDemoApp(platform, { requires_pkce: true });
    for (const code_verifier of [undefined, verifier])
      expect((await platform.call(tokenPath, { ...exchange, code_verifier })).error.type).toBe(
        "invalid_grant",
      );
    await declareDemoApp(platform, { requires_pkce: false });
    expect((await platform.call(tokenPath, exchange)).code).toBe("OK");
  });
});

test("the use of a secret is noted, exact to five minutes", async () => {
  const platform = await startTestPlatform({ tokenRequestBurst: "1000" });
  const lastUse = async () => {
    const row = await platform.database.reader.kysely
      .selectFrom("application_secrets as s")
      .innerJoin("applications as a", "a.id", "s.application_id")
      .select("s.last_used_at as at")
      .where("a.appid", "=", teamTokenParameters.appid)
      .executeTakeFirstOrThrow();
    return row.at;
  };
  expect(await lastUse()).toBeNull();
  await platform.call(tokenPath, { ...teamTokenParameters, secret: "wrong" });
  expect(await lastUse()).toBeNull();
  await platform.call(tokenPath, teamTokenParameters);
  const first = platform.clock.now;
  expect(await lastUse()).toBe(first);
  platform.clock.now += 299_999;
  await platform.call(tokenPath, teamTokenParameters);
  expect(await lastUse()).toBe(first);
  platform.clock.now += 1;
  await platform.call(tokenPath, teamTokenParameters);
  expect(await lastUse()).toBe(platform.clock.now);
});
