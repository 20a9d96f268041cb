import { dataScopes, writingScopes, type ScopeSet } from "../../../model/scopes.ts";
import { hashToken, makeToken } from "../../../model/token.ts";
import type { StorePolicy } from "../../../store/installation/policy.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import { isRefusal, type Refusal } from "../../../store/statements/refusal.ts";
import { issueTeamBearerToken } from "../../../store/tokens/team-bearer-table.ts";
import { consumeTokenRequest, type ClientCredentials } from "../../token/client-checks.ts";
import { OauthError } from "../oauth-error.ts";
import { readResource } from "../resource.ts";
import { readScopes } from "../requested-scopes.ts";
import { authenticateProof } from "./authenticate-proof.ts";
import type { Issued } from "./issued-tokens.ts";
import { defineOauthGrant } from "./oauth-grant.ts";

/** Gives the application of a team a token beside those that it has (RFC 6749, section 4.4). */
export const teamGrant = defineOauthGrant({
  kinds: ["team_access"],
  read: (parameters, addresses) => ({
    audience: readResource(parameters.all("resource"), addresses),
    asked: readScopes(parameters.get("scope")) & dataScopes,
  }),
  issue: issueTeamToken,
});

interface TeamRequest {
  readonly audience: 1 | 2;
  readonly asked: ScopeSet;
}

function* issueTeamToken(
  { audience, asked }: TeamRequest,
  credentials: ClientCredentials,
  policy: StorePolicy,
): StoreSteps<Issued | Refusal> {
  const client = yield* authenticateProof(credentials, policy);
  if (isRefusal(client)) return client;
  // RFC 6749, section 5.2: an authenticated client that may not use this grant.
  if (client.kind !== "team") return { refused: "unauthorized_client" };
  // The plan must include the interface; it is checked at each use of the token too.
  if (client.teamPlan !== "premium") return { refused: "invalid_org_subscription" };
  const scopes = client.mayWrite === 1 ? asked : asked & ~writingScopes;
  if (scopes === 0)
    throw new OauthError("invalid_scope", "scope names nothing that this application may do.");
  const quota = yield* consumeTokenRequest(client, credentials, policy);
  if (isRefusal(quota)) return quota;
  const accessToken = makeToken("teamBearerToken");
  const expiresInSeconds = policy.teamAccessTokenSeconds;
  yield* issueTeamBearerToken({
    applicationId: client.id,
    hash: hashToken(accessToken),
    audience,
    scopes,
    lifetimeMilliseconds: expiresInSeconds * 1000,
  });
  return { accessToken, expiresInSeconds, scopes, audience, quota };
}
