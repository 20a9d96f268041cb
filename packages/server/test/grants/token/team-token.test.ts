import { describe, expect, it } from "vitest";
import { declare } from "../../support/declare.ts";
import { obtainTeamToken, teamTokenParameters } from "../../support/flows.ts";
import { sampleSecrets } from "../../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../../support/test-platform.ts";

const second = 1000;

interface TeamToken {
  readonly access_token: string;
  readonly expires_in: number;
}

function ask(platform: TestPlatform, changes: Readonly<Record<string, string>> = {}) {
  return platform.call<TeamToken>("/api/oauth2/access_token", { ...teamTokenParameters, ...changes });
}

function listWith(platform: TestPlatform, access_token: string) {
  return platform.call<{ total: number }>("/api/surveys", { appid: "acme_team", access_token });
}

describe("a team's token", () => {
  it("comes with its lifetime and nothing else", async () => {
    const platform = await startTestPlatform();
    const { data } = await ask(platform);
    expect(Object.keys(data)).toEqual(["access_token", "expires_in"]);
    expect(data.access_token).toMatch(/^sopt_[A-Za-z0-9_-]{32}$/);
    expect(data.expires_in).toBe(7200);
  });

  it("reads the team's surveys for two hours to the millisecond", async () => {
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    platform.clock.now += 7200 * second - 1;
    expect(await listWith(platform, token)).toMatchObject({ code: "OK", data: { total: 2 } });
    platform.clock.now += 1;
    expect(await listWith(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
  });

  it("follows the setting of its lifetime", async () => {
    const platform = await startTestPlatform({ teamAccessTokenTtl: "90" });
    const { data } = await ask(platform);
    expect(data.expires_in).toBe(90);
    platform.clock.now += 90 * second;
    expect(await listWith(platform, data.access_token)).toMatchObject({ error: { type: "invalid_token" } });
  });

  it("ends every earlier one the moment it is answered, and no other team's", async () => {
    const platform = await startTestPlatform();
    const birch = { ...teamTokenParameters, appid: "birch_team", secret: sampleSecrets.birchTeam };
    const others = (await platform.call<TeamToken>("/api/oauth2/access_token", birch)).data.access_token;
    const earlier: string[] = [];
    for (const _ of [1, 2]) {
      const token = await obtainTeamToken(platform);
      // What was checked once must not be remembered.
      expect(await listWith(platform, token)).toMatchObject({ code: "OK" });
      earlier.push(token);
    }
    const newest = await obtainTeamToken(platform);
    for (const token of earlier)
      expect(await listWith(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
    expect(await listWith(platform, newest)).toMatchObject({ code: "OK" });
    const list = await platform.call("/api/surveys", { appid: "birch_team", access_token: others });
    expect(list).toMatchObject({ code: "OK", data: { total: 1 } });
  });

  it("is not brought back by the end of the one that replaced it", async () => {
    const platform = await startTestPlatform();
    const first = await obtainTeamToken(platform);
    platform.clock.now += 3600 * second;
    const replacing = await obtainTeamToken(platform);
    await declare(platform, {
      teams: [
        { name: "Acme", application: { appid: "acme_team", secret: "a-new-secret-of-team-acme-0001" } },
      ],
    });
    for (const token of [first, replacing])
      expect(await listWith(platform, token)).toMatchObject({ error: { type: "invalid_token" } });
  });

  it("stays alive when a request for another one is refused or failed", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "1" });
    const token = await obtainTeamToken(platform);
    const refusals = [
      await ask(platform, { secret: "wrong" }),
      await ask(platform, { grant_type: "client_credentials" }),
      await ask(platform, { appid: "birch_team" }),
      await ask(platform),
    ];
    expect(refusals.map(({ error }) => error.type)).toEqual([
      "invalid_client",
      "unsupported_grant_type",
      "invalid_client",
      "request_rate_limited",
    ]);
    expect(await listWith(platform, token)).toMatchObject({ code: "OK" });
  });

  it("is refused to a team without a plan, and to an application that acts for people", async () => {
    const platform = await startTestPlatform();
    const free = await ask(platform, { appid: "free_team", secret: sampleSecrets.freeTeam });
    expect(free).toMatchObject({ error: { type: "invalid_org_subscription" }, data: {} });
    const web = await ask(platform, { appid: "demo_app", secret: sampleSecrets.demoApp });
    expect(web).toMatchObject({ error: { type: "unauthorized_client" }, data: {} });
  });

  it("stops working when the plan is withdrawn, and works again when it is back", async () => {
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    await declare(platform, { teams: [{ name: "Acme", plan: "free" }] });
    for (const path of [
      "/api/surveys",
      "/api/surveys/4",
      "/api/surveys/4/legacy",
      "/api/surveys/4/answers",
      "/api/surveys/4/answers/1",
    ]) {
      const refused = await platform.call(path, { appid: "acme_team", access_token: token });
      expect([path, refused.error.type]).toEqual([path, "invalid_org_subscription"]);
    }
    await declare(platform, { teams: [{ name: "Acme", plan: "premium" }] });
    expect(await listWith(platform, token)).toMatchObject({ code: "OK" });
  });
});
