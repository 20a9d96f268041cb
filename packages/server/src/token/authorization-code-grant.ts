import { z } from "zod";
import { textParameter } from "../http/parameters.ts";
import { codeChallengeOf } from "../model/code-challenge.ts";
import { hashIfLooksLike, hashToken, makeToken } from "../model/token.ts";
import { accepted } from "../store/refusal.ts";
import { defineGrant } from "./grant.ts";

/** Exchanges the code from the redirect for a user access token and a refresh token, once. */
export const authorizationCodeGrant = defineGrant({
  parameters: z.object({
    code: textParameter("With authorization_code, which needs it: the code from the redirect", 128),
    code_verifier: textParameter(
      "With authorization_code: the PKCE code verifier (RFC 7636), when the link had a challenge",
      128,
    ).optional(),
  }),
  async issue({ code, code_verifier: verifier }, { store, ...credentials }) {
    const accessToken = makeToken("userAccessToken");
    const refreshToken = makeToken("refreshToken");
    const exchanged = accepted(
      await store.exchangeCode({
        ...credentials,
        rule: ({ kind }) => (kind === "web" ? undefined : "unauthorized_client"),
        codeHash: hashIfLooksLike("authorizationCode", code),
        codeChallenge: verifier === undefined ? null : codeChallengeOf(verifier),
        accessTokenHash: hashToken(accessToken),
        refreshTokenHash: hashToken(refreshToken),
      }),
    );
    return {
      access_token: accessToken,
      refresh_token: refreshToken,
      expires_in: exchanged.expiresInSeconds,
      openid: exchanged.openid,
    };
  },
});
