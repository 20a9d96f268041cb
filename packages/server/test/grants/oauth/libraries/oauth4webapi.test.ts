import * as oauth from "oauth4webapi";
import { expect, test } from "vitest";
import { approve, approveDevice } from "../../../support/approve.ts";
import { startListeningPlatform } from "../../../support/listening-platform.ts";
import { makePublic } from "../../../support/oauth.ts";
import { sampleCallback, sampleSecrets } from "../../../support/sample-declaration.ts";

// oxlint-disable-next-line typescript/no-deprecated -- the platform listens on this machine, without TLS
const insecure = { [oauth.allowInsecureRequests]: true };

async function discover(url: string): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(url);
  const response = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
  return oauth.processDiscoveryResponse(issuer, response);
}

/** The whole code flow with a challenge, as the library's own example does it. */
async function signIn(
  platform: Awaited<ReturnType<typeof startListeningPlatform>>,
  client: oauth.Client,
  auth: oauth.ClientAuth,
) {
  const server = await discover(platform.url);
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const address = new URL(server.authorization_endpoint ?? "");
  address.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: sampleCallback,
    response_type: "code",
    scope: "surveys:read",
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
  }).toString();
  // It refuses a response without the issuer that the metadata promise (RFC 9207).
  const parameters = oauth.validateAuthResponse(server, client, await approve(platform, address), state);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    auth,
    parameters,
    sampleCallback,
    verifier,
    insecure,
  );
  return { server, tokens: await oauth.processAuthorizationCodeResponse(server, client, response) };
}

test("oauth4webapi discovers, signs in, refreshes, introspects and revokes", async () => {
  const platform = await startListeningPlatform();
  const client = { client_id: "demo_app" };
  const auth = oauth.ClientSecretBasic(sampleSecrets.demoApp);
  const { server, tokens } = await signIn(platform, client, auth);
  const refreshing = await oauth.refreshTokenGrantRequest(
    server,
    client,
    auth,
    tokens.refresh_token ?? "",
    insecure,
  );
  const refreshed = await oauth.processRefreshTokenResponse(server, client, refreshing);
  const surveys = new URL(`${platform.url}/api/surveys`);
  const read = () =>
    oauth.protectedResourceRequest(refreshed.access_token, "GET", surveys, undefined, null, insecure);
  expect((await read()).status).toBe(200);
  const introspecting = await oauth.introspectionRequest(
    server,
    client,
    auth,
    refreshed.access_token,
    insecure,
  );
  const facts = await oauth.processIntrospectionResponse(server, client, introspecting);
  expect(facts).toMatchObject({ active: true, scope: "surveys:read", aud: `${platform.url}/api` });
  const revoking = await oauth.revocationRequest(server, client, auth, refreshed.access_token, insecure);
  await oauth.processRevocationResponse(revoking);
  await expect(read()).rejects.toMatchObject({
    status: 401,
    cause: [{ scheme: "bearer", parameters: { error: "invalid_token", scope: "surveys:read" } }],
  });
});

test("oauth4webapi signs a user in at a client without a secret", async () => {
  const platform = await startListeningPlatform();
  await makePublic(platform);
  const { tokens } = await signIn(platform, { client_id: "demo_app" }, oauth.None());
  expect(tokens).toMatchObject({ token_type: "bearer", scope: "surveys:read" });
});

test("oauth4webapi pushes a request, and signs a user in at a device without a secret", async () => {
  const platform = await startListeningPlatform();
  await makePublic(platform);
  const server = await discover(platform.url);
  const client = { client_id: "demo_app" };
  const asked = new URLSearchParams({
    redirect_uri: sampleCallback,
    response_type: "code",
    scope: "surveys:read",
    code_challenge: await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier()),
    code_challenge_method: "S256",
  });
  const pushing = await oauth.pushedAuthorizationRequest(server, client, oauth.None(), asked, insecure);
  const pushed = await oauth.processPushedAuthorizationResponse(server, client, pushing);
  expect(pushed).toMatchObject({ expires_in: 90 });
  const scope = new URLSearchParams({ scope: "surveys:read" });
  const asking = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), scope, insecure);
  const device = await oauth.processDeviceAuthorizationResponse(server, client, asking);
  const poll = () => oauth.deviceCodeGrantRequest(server, client, oauth.None(), device.device_code, insecure);
  await expect(
    poll().then((response) => oauth.processDeviceCodeResponse(server, client, response)),
  ).rejects.toMatchObject({ error: "authorization_pending" });
  await approveDevice(platform, device.user_code);
  const tokens = await oauth.processDeviceCodeResponse(server, client, await poll());
  expect(tokens).toMatchObject({ token_type: "bearer", scope: "surveys:read" });
});

test("oauth4webapi finds the server of a resource, and gets the token of a team", async () => {
  const platform = await startListeningPlatform();
  const resource = new URL(`${platform.url}/api`);
  const found = await oauth.resourceDiscoveryRequest(resource, insecure);
  const { authorization_servers: servers } = await oauth.processResourceDiscoveryResponse(resource, found);
  expect(servers).toEqual([platform.url]);
  const server = await discover(platform.url);
  const client = { client_id: "acme_team" };
  const auth = oauth.ClientSecretPost(sampleSecrets.acmeTeam);
  const parameters = new URLSearchParams({ scope: "surveys:read", resource: resource.href });
  const response = await oauth.clientCredentialsGrantRequest(server, client, auth, parameters, insecure);
  const tokens = await oauth.processClientCredentialsResponse(server, client, response);
  expect(tokens.access_token).toMatch(/^sopm_/);
});
