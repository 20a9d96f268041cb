import { z } from "zod";
import { hashToken, makeToken } from "../model/token.ts";
import type { ErrorType } from "../errors.ts";
import type { AuthenticatedApplication } from "../store/application-table.ts";
import { accepted } from "../store/refusal.ts";
import { defineGrant } from "./grant.ts";

/** Gives a team a new access token in place of the one before. */
export const clientCredentialGrant = defineGrant({
  parameters: z.object({}),
  async issue(_parameters, { store, ...credentials }) {
    const accessToken = makeToken("teamAccessToken");
    const issued = accepted(
      await store.issueTeamToken({ ...credentials, rule: mayAsk, accessTokenHash: hashToken(accessToken) }),
    );
    return { access_token: accessToken, expires_in: issued.expiresInSeconds };
  },
});

/** Team applications only, and while the team's plan includes the interface; it is checked at each use of the token too. */
function mayAsk({ kind, teamPlan }: AuthenticatedApplication): ErrorType | undefined {
  if (kind !== "team") return "unauthorized_client";
  return teamPlan === "premium" ? undefined : "invalid_org_subscription";
}
