import { decodeProtectedHeader } from "jose";
import { describe, expect, it } from "vitest";
import { makeSigningKey } from "../../../src/grants/openid/signing-keys.ts";
import { listSigningKeys, rotateSigningKey } from "../../../src/store/tokens/signing-key-table.ts";
import {
  allowOauth,
  codeExchange,
  oauthSettings,
  obtainOauthTokens,
  platformOrigin,
  postOauth,
  refreshOauth,
  type OauthTokens,
} from "../../support/oauth.ts";
import { signedInBrowser } from "../../support/signed-in-browser.ts";
import { claimsOf } from "../../support/openid-flow.ts";
import { startTestPlatform, testStart, type TestPlatform } from "../../support/test-platform.ts";

async function openidOf(platform: TestPlatform): Promise<string> {
  const { openid } = await platform.database.reader.kysely
    .selectFrom("grants")
    .select("openid")
    .where("revoked_at", "is", null)
    .executeTakeFirstOrThrow();
  return openid;
}

const seconds = testStart / 1000;

describe("the published keys", () => {
  it("are made for who asks first, are open to scripts, and are kept for five minutes", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const answers = await Promise.all([1, 2, 3].map(() => platform.fetch("/oauth/jwks")));
    const documents = await Promise.all(answers.map((answer) => answer.json()));
    expect(documents).toEqual([documents[0], documents[0], documents[0]]);
    expect(documents[0]).toMatchObject({ keys: [{ kty: "RSA", alg: "RS256", use: "sig" }] });
    const headers = answers[0]?.headers;
    expect(headers?.get("cache-control")).toBe("public, max-age=300");
    expect(headers?.get("access-control-allow-origin")).toBe("*");
  });
});

describe("an ID token", () => {
  it("comes with the scope openid alone, and says who signed in when, and for whom", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const browser = await signedInBrowser(platform);
    platform.clock.now += 60_000;
    const without = await obtainOauthTokens(platform, {}, browser);
    expect("id_token" in without).toBe(false);
    const scope = "openid surveys:read";
    const tokens = await obtainOauthTokens(platform, { scope, nonce: "状 n" }, browser);
    expect(await claimsOf(platform, tokens.id_token)).toEqual({
      iss: platformOrigin,
      aud: "demo_app",
      sub: await openidOf(platform),
      iat: seconds + 60,
      exp: seconds + 660,
      auth_time: seconds,
      nonce: "状 n",
      at_hash: expect.stringMatching(/^[\w-]{22}$/),
    });
  });

  it("comes with a refresh too: of the same sign-in, without the nonce", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const scope = "openid surveys:read";
    const first = await obtainOauthTokens(platform, { scope, nonce: "n" });
    platform.clock.now += 3_600_000;
    const response = await refreshOauth(platform, first.refresh_token);
    const refreshed = (await response.json()) as OauthTokens;
    const claims = await claimsOf(platform, refreshed.id_token);
    expect(claims).toMatchObject({ iat: seconds + 3600, auth_time: seconds, sub: await openidOf(platform) });
    expect(claims).not.toHaveProperty("nonce");
    const narrowed = await refreshOauth(platform, refreshed.refresh_token, { scope: "surveys:read" });
    expect(await narrowed.json()).not.toHaveProperty("id_token");
  });

  it("is made for a client without a nonce or a state, and when there is no key", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const { id_token: token } = await obtainOauthTokens(platform, { scope: "openid", state: undefined });
    expect(await claimsOf(platform, token)).not.toHaveProperty("nonce");
    await platform.database.write(({ kysely }) => kysely.deleteFrom("signing_keys").execute());
    const again = await obtainOauthTokens(platform, { scope: "openid", prompt: "consent" });
    expect(await claimsOf(platform, again.id_token)).toHaveProperty("sub");
    expect(await listSigningKeys(platform.store.reader)).toHaveLength(1);
  });

  it("is signed by the key that signs at that moment", async () => {
    const platform = await startTestPlatform(oauthSettings);
    const first = await obtainOauthTokens(platform, { scope: "openid" });
    const key = await makeSigningKey(undefined);
    const actor = { userId: null, username: "test", address: "" };
    await platform.store.write(rotateSigningKey, key, actor);
    const next = await obtainOauthTokens(platform, { scope: "openid", prompt: "consent" });
    expect(decodeProtectedHeader(next.id_token ?? "")).toEqual({ alg: "RS256", kid: key.kid, typ: "JWT" });
    // What was signed before can still be checked.
    expect(await claimsOf(platform, first.id_token)).toHaveProperty("sub");
  });
});

it("leaves a code unused while the signing key does not open, and says so", async () => {
  const platform = await startTestPlatform(oauthSettings);
  const { code = "" } = await allowOauth(platform, { scope: "openid surveys:read" });
  const keys = (values: { readonly is_sealed: 0 | 1 }) =>
    platform.database.write(({ kysely }) => kysely.updateTable("signing_keys").set(values).execute());
  const exchange = () => postOauth(platform, "/oauth/token", codeExchange(code));
  await keys({ is_sealed: 1 });
  const refused = await exchange();
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { error: "server_error", error_description: expect.stringContaining("key file") },
  ]);
  await keys({ is_sealed: 0 });
  expect(await (await exchange()).json()).toMatchObject({ id_token: expect.any(String) });
});
