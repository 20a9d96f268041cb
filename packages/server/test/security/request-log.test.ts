import { describe, expect, it } from "vitest";
import { exchangeParameters, teamTokenParameters, type UserTokens } from "../support/flows.ts";
import { allowedCode, refreshParameters } from "../support/quick-consent.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { signedInBrowser } from "../support/signed-in-browser.ts";
import { sendToApp, startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { openRequestLog } from "../support/test-request-log.ts";

/** Calls that are refused, each with values in it that must not be written down. */
const refusedCalls: readonly (readonly [path: string, parameters: Readonly<Record<string, string>>])[] = [
  ["/api/oauth2/access_token", { ...teamTokenParameters, secret: "canary-wrong-secret-000001" }],
  ["/api/oauth2/access_token", exchangeParameters("sopc_canary-code-000000000000000001")],
  ["/api/oauth2/access_token", { ...teamTokenParameters, grant_type: "canary-grant-type" }],
  ["/api/oauth2/access_token", { ...teamTokenParameters, secret: "canary".repeat(100) }],
  ["/api/oauth2/refresh_token", { ...refreshParameters("canary-refresh"), secret: "canary-secret" }],
  ["/api/oauth2/user", { appid: "demo_app", access_token: "canary-access", openid: "canary-openid" }],
  ["/api/surveys/canary-survey", { appid: "demo_app", access_token: "canary-access" }],
  // A token in the place of the appid.
  ["/api/surveys", { appid: `sopu_canary${"x".repeat(25)}`, access_token: "canary-access" }],
];

function loggedTeam({ database }: TestPlatform): Promise<{ readonly id: number }> {
  const teams = database.reader.kysely.selectFrom("teams").select("id");
  return teams.where("name", "=", "Acme").executeTakeFirstOrThrow();
}

/** Everything that the request log holds, as text. */
async function contentsOf(platform: TestPlatform): Promise<string> {
  await platform.writeRequestLog();
  const { reader } = openRequestLog(platform);
  const lines = await reader.kysely.selectFrom("request_log_lines").selectAll().execute();
  const usage = await reader.kysely.selectFrom("request_usage").selectAll().execute();
  expect(lines.length).toBeGreaterThan(8);
  return JSON.stringify([lines, usage]);
}

describe("the request log", () => {
  it("holds no secret, no token and no value that a caller sent, whether served or refused", async () => {
    const platform = await startTestPlatform();
    const code = await allowedCode(platform);
    const { data } = await platform.call<UserTokens>("/api/oauth2/access_token", exchangeParameters(code));
    const { access_token, refresh_token, openid } = data;
    await platform.call("/api/oauth2/user", { appid: "demo_app", access_token, openid });
    await platform.call("/api/surveys", { appid: "demo_app", access_token, openid: "canary-openid" });
    const refreshed = await platform.call<UserTokens>(
      "/api/oauth2/refresh_token",
      refreshParameters(refresh_token),
    );
    const team = await platform.call<UserTokens>("/api/oauth2/access_token", teamTokenParameters);
    for (const [path, parameters] of refusedCalls) await platform.call(path, parameters);
    const contents = await contentsOf(platform);
    const issued = [code, access_token, refresh_token, openid];
    const later = [refreshed.data.access_token, team.data.access_token];
    for (const value of [...issued, ...later, ...Object.values(sampleSecrets), "canary", "?", "demo_app"])
      expect(contents).not.toContain(value);
  });

  it("is read by no one but who owns the application, whatever request_id is searched for", async () => {
    const platform = await startTestPlatform();
    platform.clock.now += 60_000;
    const { request_id: ofTeam } = await platform.call("/api/oauth2/access_token", teamTokenParameters);
    await platform.writeRequestLog();
    // Bob owns the application, and is no member of the team.
    const bob = await signedInBrowser(platform, "bob");
    const own = await bob.get(`/console/applications/demo_app/log?q=${ofTeam}`);
    expect([own.status, own.html.includes("No call found")]).toEqual([200, true]);
    const ada = await signedInBrowser(platform, "ada");
    for (const page of ["log", "usage"])
      expect((await ada.get(`/console/applications/demo_app/${page}`)).status).toBe(404);
    const { id } = await loggedTeam(platform);
    for (const page of ["log", "usage"])
      expect((await bob.get(`/teams/${id}/credentials/${page}`)).status).toBe(403);
  });

  it("holds few calls of strangers who send an appid that is not theirs", async () => {
    const platform = await startTestPlatform({ failedSecretsPerMinute: "100000" });
    const stranger = { appid: "acme_team", access_token: `sopt_${"x".repeat(32)}` };
    // Sent to one node: each counts for itself.
    const { app } = platform;
    const query = new URLSearchParams(stranger).toString();
    for (let call = 0; call < 200; call += 1)
      await sendToApp(app, `http://platform.example/api/surveys?${query}`);
    await platform.writeRequestLog();
    const { reader } = openRequestLog(platform);
    const lines = await reader.kysely.selectFrom("request_log_lines").select("id").execute();
    expect(lines).toHaveLength(60);
    const [usage] = await reader.kysely.selectFrom("request_usage").selectAll().execute();
    expect(usage).toMatchObject({ served: 0, refused: 200, without_line: 140 });
  });
});
