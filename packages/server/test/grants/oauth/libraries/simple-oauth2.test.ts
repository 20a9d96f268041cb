import { AuthorizationCode, ClientCredentials } from "simple-oauth2";
import { expect, test } from "vitest";
import { approve } from "../../../support/approve.ts";
import { startListeningPlatform, type ListeningPlatform } from "../../../support/listening-platform.ts";
import { sampleCallback, sampleSecrets } from "../../../support/sample-declaration.ts";

const paths = { tokenPath: "/oauth/token", revokePath: "/oauth/revoke" } as const;

async function totalOfSurveys({ url }: ListeningPlatform, token: unknown): Promise<unknown> {
  const response = await fetch(`${url}/api/surveys`, {
    headers: { Authorization: `Bearer ${String(token)}` },
  });
  const { data } = (await response.json()) as { data: { total?: number } };
  return data.total ?? response.status;
}

test("simple-oauth2 with its defaults gets a token, refreshes it at once and revokes it", async () => {
  const platform = await startListeningPlatform();
  const client = new AuthorizationCode({
    client: { id: "demo_app", secret: sampleSecrets.demoApp },
    auth: { tokenHost: platform.url, authorizePath: "/oauth/authorize", ...paths },
  });
  const redirect_uri = sampleCallback;
  const asked = client.authorizeURL({ redirect_uri, scope: "surveys:read", state: "3(#0/!~" });
  const back = await approve(platform, asked);
  expect(back.searchParams.get("state")).toBe("3(#0/!~");
  const token = await client.getToken({ code: back.searchParams.get("code"), redirect_uri });
  expect(await totalOfSurveys(platform, token.token["access_token"])).toBe(2);
  const refreshed = await token.refresh();
  expect(refreshed.token["refresh_token"]).not.toBe(token.token["refresh_token"]);
  expect(await totalOfSurveys(platform, refreshed.token["access_token"])).toBe(2);
  await refreshed.revoke("access_token");
  expect(await totalOfSurveys(platform, refreshed.token["access_token"])).toBe(401);
});

test("simple-oauth2 with its defaults gets the token of a team", async () => {
  const platform = await startListeningPlatform();
  const client = new ClientCredentials({
    client: { id: "acme_team", secret: sampleSecrets.acmeTeam },
    auth: { tokenHost: platform.url, ...paths },
  });
  const { token } = await client.getToken({ scope: "surveys:read" });
  expect(await totalOfSurveys(platform, token["access_token"])).toBe(2);
});
