import * as openid from "openid-client";
import { expect, test } from "vitest";
import { approve } from "../../../support/approve.ts";
import { startListeningPlatform } from "../../../support/listening-platform.ts";
import { sampleCallback, sampleSecrets } from "../../../support/sample-declaration.ts";
import { signedInBrowser } from "../../../support/signed-in-browser.ts";

// oxlint-disable-next-line typescript/no-deprecated -- the platform listens on this machine, without TLS
const withoutTls = { execute: [openid.allowInsecureRequests] };

test("openid-client signs a user in, from discovery to the end of the token", async () => {
  const platform = await startListeningPlatform();
  // The library compares times with those of this machine.
  platform.clock.now = Date.now();
  const config = await openid.discovery(
    new URL(platform.url),
    "demo_app",
    sampleSecrets.demoApp,
    undefined,
    withoutTls,
  );
  const verifier = openid.randomPKCECodeVerifier();
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: sampleCallback,
    scope: "openid profile email offline_access",
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    max_age: "600",
    state,
    nonce,
  });
  const browser = await signedInBrowser(platform);
  const back = await approve(platform, address, browser);
  const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, maxAge: 600 };
  const tokens = await openid.authorizationCodeGrant(config, back, { ...checks, idTokenExpected: true });
  const subject = tokens.claims()?.sub ?? "";
  expect(await openid.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({ name: "Ada" });
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  expect(refreshed.claims()?.sub).toBe(subject);
  expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({
    active: true,
    sub: subject,
  });
  await openid.tokenRevocation(config, refreshed.refresh_token ?? "");
  await expect(openid.fetchUserInfo(config, refreshed.access_token, subject)).rejects.toMatchObject({
    status: 401,
  });
});

test("openid-client learns that a user is not signed in", async () => {
  const platform = await startListeningPlatform();
  const config = await openid.discovery(
    new URL(platform.url),
    "demo_app",
    sampleSecrets.demoApp,
    undefined,
    withoutTls,
  );
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: sampleCallback,
    scope: "openid",
    prompt: "none",
  });
  const page = await fetch(address, { redirect: "manual" });
  const back = new URL(page.headers.get("location") ?? "");
  await expect(openid.authorizationCodeGrant(config, back)).rejects.toMatchObject({
    error: "login_required",
  });
});
