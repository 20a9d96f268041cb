import { z } from "zod";
import { hashToken, makeToken } from "../model/token.ts";
import type { StorePolicy } from "../store/policy.ts";
import type { StoreQueries } from "../store/queries.ts";
import { isRefusal, type Refusal } from "../store/refusal.ts";
import { replaceTeamToken } from "../store/team-token-table.ts";
import { authenticateClient, type ClientCredentials } from "./client-authentication.ts";
import { defineGrant, type IssuedTokens } from "./grant.ts";
import { takeTokenRequest } from "./token-limits.ts";

/** Gives a team a new access token in place of the one before (RFC 6749, section 4.4). */
export const clientCredentialGrant = defineGrant({
  parameters: z.object({}),
  issue: (_parameters, { store, ...credentials }) =>
    store.issueTokens({ appid: credentials.appid, kinds: ["team_access"] }, (transaction, policy) =>
      issueTeamToken(transaction, credentials, policy),
    ),
});

/** Replaces the team's token as the last step: a request that is refused leaves the current one as it is. */
async function issueTeamToken(
  transaction: StoreQueries,
  credentials: ClientCredentials,
  policy: StorePolicy,
): Promise<IssuedTokens | Refusal> {
  const application = await authenticateClient(transaction, credentials, policy);
  if (isRefusal(application)) return application;
  // RFC 6749, section 5.2: an authenticated client that may not use this grant.
  if (application.kind !== "team") return { refused: "unauthorized_client" };
  // The plan must include the interface; it is checked at each use of the token too.
  if (application.teamPlan !== "premium") return { refused: "invalid_org_subscription" };
  const limited = await takeTokenRequest(transaction, application, policy);
  if (limited !== undefined) return limited;
  const accessToken = makeToken("teamAccessToken");
  const expiresInSeconds = policy.teamAccessTokenSeconds;
  await replaceTeamToken(transaction, {
    applicationId: application.id,
    hash: hashToken(accessToken),
    lifetimeMilliseconds: expiresInSeconds * 1000,
  });
  return { access_token: accessToken, expires_in: expiresInSeconds };
}
