import { describe, expect, test } from "vitest";
import { countIssuedTokens } from "../../src/store/tokens/count-issued-tokens.ts";
import { authorizationCodeGrant } from "../../src/grants/token/authorization-code-grant.ts";
import { issueOnRefreshToken } from "../../src/grants/token/refresh-token-grant.ts";
import { exchangeParameters, obtainCode, teamTokenParameters } from "../support/flows.ts";
import { grantRequest, requestTeamToken } from "../support/grant-request.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

function counting({ store }: TestPlatform) {
  const counted: string[] = [];
  return { counted, store: countIssuedTokens(store, (kind) => counted.push(kind)) };
}

describe("a store that counts the tokens it issues", () => {
  test("counts both tokens of an exchange, one of a refresh and one of a team, once they are issued", async () => {
    const platform = await startTestPlatform();
    const { store, counted } = counting(platform);
    const { code, ...client } = exchangeParameters(await obtainCode(platform));
    const request = grantRequest(store, client);
    const { tokens } = await authorizationCodeGrant.issue({ code }, request);
    expect(counted).toEqual(["user_access", "refresh"]);
    await issueOnRefreshToken(tokens.refresh_token ?? "", request);
    expect(counted).toEqual(["user_access", "refresh", "user_access"]);
    await requestTeamToken(store, teamTokenParameters.secret);
    expect(counted).toEqual(["user_access", "refresh", "user_access", "team_access"]);
  });

  test("counts a test token once, and not when its form is sent again", async () => {
    const { store, counted } = counting(await startTestPlatform());
    const { ownerId = 0 } = (await store.findApplication("demo_app")) ?? {};
    const actor = { userId: ownerId, username: "bob", address: "203.0.113.7" };
    const token = { appid: "demo_app", ownerId, userId: ownerId, hash: "h", requestHash: "r", actor };
    for (const outcome of ["issued", "repeated"])
      expect(await store.issueTestToken(token)).toMatchObject({ outcome });
    expect(counted).toEqual(["user_access"]);
  });

  test("counts nothing that was refused, and passes the refusal on", async () => {
    const { store, counted } = counting(await startTestPlatform());
    await expect(requestTeamToken(store, "wrong")).rejects.toMatchObject({ type: "invalid_client" });
    expect(counted).toEqual([]);
  });
});
