import { describe, expect, test } from "vitest";
import { hashToken, makeToken } from "../../src/model/token.ts";
import { countIssuedTokens } from "../../src/store/count-issued-tokens.ts";
import { exchangeParameters, obtainCode, teamTokenParameters } from "../support/flows.ts";
import { sampleAddress } from "../support/sample-address.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

function counting({ store }: TestPlatform) {
  const counted: string[] = [];
  return { counted, store: countIssuedTokens(store, (kind) => counted.push(kind)) };
}

const fresh = () => hashToken(makeToken("userAccessToken"));

describe("a store that counts the tokens it issues", () => {
  test("counts both tokens of an exchange, one of a refresh and one of a team, once they are issued", async () => {
    const platform = await startTestPlatform();
    const { store, counted } = counting(platform);
    const { appid, secret, code } = exchangeParameters(await obtainCode(platform));
    const refreshTokenHash = fresh();
    const exchange = {
      appid,
      secretHash: hashToken(secret),
      address: sampleAddress,
      rule: () => undefined,
      codeHash: hashToken(code),
      codeChallenge: null,
    };
    await store.exchangeCode({ ...exchange, accessTokenHash: fresh(), refreshTokenHash });
    expect(counted).toEqual(["user_access", "refresh"]);
    await store.refreshAccessToken({
      appid,
      address: sampleAddress,
      rule: () => undefined,
      refreshTokenHash,
      accessTokenHash: fresh(),
    });
    expect(counted).toEqual(["user_access", "refresh", "user_access"]);
    const team = {
      appid: teamTokenParameters.appid,
      secretHash: hashToken(teamTokenParameters.secret),
      address: sampleAddress,
      rule: () => undefined,
    };
    await store.issueTeamToken({ ...team, accessTokenHash: fresh() });
    expect(counted).toEqual(["user_access", "refresh", "user_access", "team_access"]);
  });

  test("counts nothing that was refused, and hands the refusal on", async () => {
    const { store, counted } = counting(await startTestPlatform());
    const team = {
      appid: teamTokenParameters.appid,
      secretHash: hashToken("wrong"),
      address: sampleAddress,
      rule: () => undefined,
    };
    expect(await store.issueTeamToken({ ...team, accessTokenHash: fresh() })).toEqual({
      refused: "invalid_client",
    });
    expect(counted).toEqual([]);
  });
});
