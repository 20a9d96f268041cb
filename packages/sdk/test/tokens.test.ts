import { describe, expect, test } from "vitest";
import { exchangeCode } from "../src/exchange-code.ts";
import { refreshAccessToken } from "../src/refresh-access-token.ts";
import { requestTeamToken } from "../src/request-team-token.ts";
import { answering, connect, envelope, teamCredentials, webCredentials } from "./support/wire.ts";

const exchanged = { access_token: "sopu_a", refresh_token: "sopr_r", expires_in: 60, openid: "o1" };
const signIn = { ...webCredentials, code: "sopc_code" };

describe("exchanging a code", () => {
  test("answers what a store takes as it is, with the ends of both tokens", async () => {
    const { mock, platform, clock } = connect();
    const grant = await exchangeCode(platform, { ...webCredentials, code: mock.obtainCode() });
    expect(grant).toEqual({
      openid: expect.any(String),
      tokens: {
        accessToken: expect.any(String),
        accessTokenIssuedAt: clock.now,
        accessTokenExpiresAt: clock.now + 259_200_000,
        refreshToken: expect.any(String),
        refreshTokenExpiresAt: clock.now + 2_592_000_000,
      },
    });
  });

  test("counts thirty days unless the platform is known to give others", async () => {
    const { platform } = answering(() => envelope({ data: exchanged }));
    const settings = { ...platform, wallClock: () => 1_000_000, refreshTokenLifetimeSeconds: 3_600 };
    const { tokens } = await exchangeCode(settings, signIn);
    expect(tokens.refreshTokenExpiresAt).toBe(1_000_000 + 3_600_000);
  });

  test("is refused with a code that was used", async () => {
    const { mock, platform } = connect();
    const code = mock.obtainCode();
    await exchangeCode(platform, { ...webCredentials, code });
    await expect(exchangeCode(platform, { ...webCredentials, code })).rejects.toMatchObject({
      type: "invalid_grant",
    });
  });

  test("sends a PKCE verifier when there is one", async () => {
    const { platform, asked } = answering(() => envelope({ data: exchanged }));
    await exchangeCode(platform, { ...signIn, codeVerifier: "v".repeat(43) });
    expect(new URL(asked[0]?.url ?? "").searchParams.get("code_verifier")).toBe("v".repeat(43));
  });

  test.each(["access_token", "refresh_token", "expires_in", "openid"])(
    "is not taken for done when the answer lacks %s",
    async (field) => {
      for (const value of [undefined, null, "", 0, {}]) {
        const { platform } = answering(() => envelope({ data: { ...exchanged, [field]: value } }));
        const exchange = exchangeCode(platform, signIn);
        await expect(exchange).rejects.toMatchObject({ type: "unexpected_response" });
      }
    },
  );
});

describe("an issued token", () => {
  test("says how long it lives, also on a platform that writes numbers as text", async () => {
    const { platform } = answering(() => envelope({ data: { access_token: "sopt_a", expires_in: "7200" } }));
    expect(await requestTeamToken(platform, teamCredentials)).toEqual({
      accessToken: "sopt_a",
      expiresInSeconds: 7_200,
    });
  });

  test("is had for a refresh token, with the secret only where it is given", async () => {
    const { platform, asked } = answering(() => envelope({ data: exchanged }));
    expect(await refreshAccessToken(platform, { appid: "a", refreshToken: "sopr_r" })).toEqual({
      accessToken: "sopu_a",
      expiresInSeconds: 60,
    });
    await refreshAccessToken(platform, { appid: "a", refreshToken: "sopr_r", secret: "s" });
    const sent = asked.map(({ url }) => [...new URL(url).searchParams.keys()].toSorted());
    expect(sent).toEqual([
      ["appid", "grant_type", "refresh_token"],
      ["appid", "grant_type", "refresh_token", "secret"],
    ]);
  });

  test.each([0, -1, "soon", Number.POSITIVE_INFINITY])(
    "is not taken with a lifetime of %s",
    async (expires) => {
      const data = { access_token: "sopt_a", expires_in: expires };
      const { platform } = answering(() => envelope({ data }));
      const request = requestTeamToken(platform, teamCredentials);
      await expect(request).rejects.toMatchObject({ type: "unexpected_response" });
    },
  );
});
