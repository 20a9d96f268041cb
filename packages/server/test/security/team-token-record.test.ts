import { describe, expect, it } from "vitest";
import { countRows, databaseContents } from "../support/database-contents.ts";
import { declare } from "../support/declare.ts";
import { obtainTeamToken, teamTokenParameters } from "../support/flows.ts";
import { grantRequest, requestTeamToken } from "../support/grant-request.ts";
import { sampleSecrets } from "../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { clientCredentialGrant } from "../../src/grants/token/client-credential-grant.ts";
import { listIssuedTokens } from "../../src/store/tokens/team-token-issue-table.ts";

const noLimits = { tokenRequestBurst: "10000", tokenRequestsPerMinute: "1000000" };

async function applicationId({ store }: TestPlatform): Promise<number> {
  return (await store.findApplication("acme_team"))?.id ?? 0;
}

async function recorded(platform: TestPlatform, limit = 200) {
  const search = { applicationId: await applicationId(platform), limit };
  return listIssuedTokens(platform.store.reader, search);
}

describe("the record of team tokens", () => {
  it("has when each was issued, until when it would be valid, from where and with which secret", async () => {
    const platform = await startTestPlatform();
    const begin = platform.clock.now;
    await requestTeamToken(platform.store, sampleSecrets.acmeTeam);
    platform.clock.now += 1000;
    const request = grantRequest(platform.store, { appid: "acme_team", secret: sampleSecrets.acmeTeam });
    const address = { text: "2001:db8::1", network: "2001:db8::/64", site: "2001:db8::/48" };
    await clientCredentialGrant.issue({}, { ...request, address });
    const common = { secretNumber: 1, secretName: "", isExpired: 0, revokedAt: null };
    expect(await recorded(platform)).toEqual([
      {
        ...common,
        number: 2,
        issuedAt: begin + 1000,
        expiresAt: begin + 1000 + 7_200_000,
        address: "2001:db8::1",
      },
      { ...common, number: 1, issuedAt: begin, expiresAt: begin + 7_200_000, address: "203.0.113.7" },
    ]);
  });

  it("is bounded to the last hundred of a team, however many are requested at once, and leaves no gap", async () => {
    const platform = await startTestPlatform(noLimits);
    const requests = Array.from({ length: 130 }, () =>
      requestTeamToken(platform.store, sampleSecrets.acmeTeam),
    );
    await Promise.all(requests);
    await requestTeamToken(platform.store, sampleSecrets.birchTeam, "birch_team");
    const numbers = (await recorded(platform)).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, index) => 130 - index));
    expect(await countRows(platform, "team_token_issues")).toBe(101);
  });

  it("has no entry of a request that was refused", async () => {
    const platform = await startTestPlatform({ tokenRequestBurst: "1" });
    const path = "/api/oauth2/access_token";
    await obtainTeamToken(platform);
    expect((await platform.call(path, teamTokenParameters)).error.type).toBe("request_rate_limited");
    await platform.call(path, { ...teamTokenParameters, secret: "wrong" });
    const free = { ...teamTokenParameters, appid: "free_team", secret: sampleSecrets.freeTeam };
    await platform.call(path, free);
    expect(await countRows(platform, "team_token_issues")).toBe(1);
  });

  it("has neither a token nor its hash", async () => {
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    const { team_token_issues: issues, team_access_tokens: tokens } = await databaseContents(platform);
    const text = JSON.stringify(issues);
    expect(text).toContain('"number"');
    expect(text).not.toContain(token);
    for (const { hash } of tokens as readonly { readonly hash: string }[]) expect(text).not.toContain(hash);
  });

  it("goes on where it was when a token was revoked, which does not return", async () => {
    const platform = await startTestPlatform();
    const token = await obtainTeamToken(platform);
    await obtainTeamToken(platform);
    const secret = "a-new-secret-of-team-acme-0001";
    await declare(platform, { teams: [{ name: "Acme", application: { appid: "acme_team", secret } }] });
    const revoked = (await recorded(platform)).map(({ revokedAt }) => revokedAt);
    expect(revoked).toEqual([platform.clock.now, null]);
    await requestTeamToken(platform.store, secret);
    expect((await recorded(platform)).map(({ number }) => number)).toEqual([3, 2, 1]);
    const list = await platform.call("/api/surveys", { appid: "acme_team", access_token: token });
    expect(list.error.type).toBe("invalid_token");
  });

  it("says when the newest has expired", async () => {
    const platform = await startTestPlatform();
    expect(await recorded(platform)).toEqual([]);
    await obtainTeamToken(platform);
    platform.clock.now += 7_199_999;
    expect(await recorded(platform)).toMatchObject([{ isExpired: 0 }]);
    platform.clock.now += 1;
    expect(await recorded(platform)).toMatchObject([{ isExpired: 1 }]);
  });
});
