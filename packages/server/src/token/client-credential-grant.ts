import { z } from "zod";
import { hashToken, makeToken } from "../model/token.ts";
import { accepted } from "../store/refusal.ts";
import { defineGrant } from "./grant.ts";

/** Gives a team a new access token in place of the one before. */
export const clientCredentialGrant = defineGrant({
  parameters: z.object({}),
  async issue(_parameters, { store, ...credentials }) {
    const accessToken = makeToken("teamAccessToken");
    const issued = accepted(
      await store.issueTeamToken({ ...credentials, accessTokenHash: hashToken(accessToken) }),
    );
    return { access_token: accessToken, expires_in: issued.expiresInSeconds };
  },
});
