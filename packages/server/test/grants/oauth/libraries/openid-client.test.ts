import * as openid from "openid-client";
import { expect, test } from "vitest";
import { approve, approveDevice } from "../../../support/approve.ts";
import { startListeningPlatform } from "../../../support/listening-platform.ts";
import { sampleCallback, sampleSecrets } from "../../../support/sample-declaration.ts";

// oxlint-disable-next-line typescript/no-deprecated -- the platform listens on this machine, without TLS
const withoutTls = { execute: [openid.allowInsecureRequests] };

function discover(url: string) {
  return openid.discovery(new URL(url), "demo_app", sampleSecrets.demoApp, undefined, withoutTls);
}

test("openid-client discovers, signs in without OpenID, refreshes, introspects and revokes", async () => {
  const platform = await startListeningPlatform();
  const config = await discover(platform.url);
  const verifier = openid.randomPKCECodeVerifier();
  const state = openid.randomState();
  const address = openid.buildAuthorizationUrl(config, {
    redirect_uri: sampleCallback,
    scope: "surveys:read answers:read",
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  });
  const back = await approve(platform, address);
  const checks = { pkceCodeVerifier: verifier, expectedState: state };
  const tokens = await openid.authorizationCodeGrant(config, back, checks);
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
  const surveys = new URL(`${platform.url}/api/surveys`);
  const read = () => openid.fetchProtectedResource(config, refreshed.access_token, surveys, "GET");
  expect((await read()).status).toBe(200);
  expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true });
  await openid.tokenRevocation(config, refreshed.refresh_token ?? "");
  await expect(read()).rejects.toMatchObject({ status: 401 });
});

test("openid-client pushes its request", async () => {
  const platform = await startListeningPlatform();
  // The library compares times with its own clock.
  platform.clock.now = Date.now();
  const config = await discover(platform.url);
  const verifier = openid.randomPKCECodeVerifier();
  const address = await openid.buildAuthorizationUrlWithPAR(config, {
    redirect_uri: sampleCallback,
    scope: "openid surveys:read",
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  expect([...address.searchParams.keys()].toSorted()).toEqual(["client_id", "request_uri"]);
  const back = await approve(platform, address);
  const tokens = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier });
  expect(tokens.claims()?.sub).toMatch(/.{8,}/);
});

test("openid-client signs a user in at a device", async () => {
  const platform = await startListeningPlatform();
  // The library compares times with its own clock.
  platform.clock.now = Date.now();
  const config = await discover(platform.url);
  const device = await openid.initiateDeviceAuthorization(config, { scope: "openid surveys:read" });
  await approveDevice(platform, device.user_code);
  const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...device, interval: 0 });
  expect(tokens.scope).toBe("openid surveys:read");
  expect(tokens.claims()?.sub).toMatch(/.{8,}/);
});

test("openid-client gets the token of a team", async () => {
  const platform = await startListeningPlatform();
  const config = await openid.discovery(
    new URL(platform.url),
    "acme_team",
    sampleSecrets.acmeTeam,
    undefined,
    withoutTls,
  );
  const tokens = await openid.clientCredentialsGrant(config, { scope: "surveys:read" });
  expect(tokens.scope).toBe("surveys:read");
});
