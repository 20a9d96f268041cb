import { z } from "zod";
import { hashToken, makeToken } from "../../model/token.ts";
import type { StorePolicy } from "../../store/installation/policy.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";
import { isRefusal, type Refusal } from "../../store/statements/refusal.ts";
import { replaceTeamToken } from "../../store/tokens/team-token-table.ts";
import { authenticateClient, consumeTokenRequest, type ClientCredentials } from "./client-checks.ts";
import { defineGrant, type Issue } from "./grant.ts";

/** Gives a team a new access token in place of the one before (RFC 6749, section 4.4). */
export const clientCredentialGrant = defineGrant({
  parameters: z.object({}),
  issue: (_parameters, { store, ...credentials }) =>
    store.issueTokens({ appid: credentials.appid, kinds: ["team_access"] }, (policy) =>
      issueTeamToken(credentials, policy),
    ),
});

/** Replaces the team's token as the last step: a request that is refused leaves the current one as it is. */
function* issueTeamToken(credentials: ClientCredentials, policy: StorePolicy): StoreSteps<Issue | Refusal> {
  const application = yield* authenticateClient(credentials, policy);
  if (isRefusal(application)) return application;
  // RFC 6749, section 5.2: an authenticated client that may not use this grant.
  if (application.kind !== "team") return { refused: "unauthorized_client" };
  // The plan must include the interface; it is checked at each use of the token too.
  if (application.teamPlan !== "premium") return { refused: "invalid_org_subscription" };
  const quota = yield* consumeTokenRequest(application, credentials, policy);
  if (isRefusal(quota)) return quota;
  const accessToken = makeToken("teamAccessToken");
  const expiresInSeconds = policy.teamAccessTokenSeconds;
  yield* replaceTeamToken({
    applicationId: application.id,
    hash: hashToken(accessToken),
    lifetimeMilliseconds: expiresInSeconds * 1000,
    address: credentials.address.text,
    // The call needs a secret, so the application was found by it.
    secretNumber: application.secretNumber ?? 0,
  });
  return { tokens: { access_token: accessToken, expires_in: expiresInSeconds }, quota };
}
