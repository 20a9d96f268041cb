import { sql } from "kysely";
import type { VerifiedRedirectUri } from "../../model/redirect-uri.ts";
import { hasWriting } from "../../model/scopes.ts";
import { hashToken } from "../../model/token.ts";
import { applicationLock } from "../statements/locks.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { issueCode, storedText } from "./authorization-code-table.ts";
import type { OauthRequestFields } from "./authorization-request-table.ts";
import { oauthCodeSeconds } from "./decide-authorization-request.ts";

/** A request that a standing consent may cover. */
export interface CoveredRequest extends Omit<OauthRequestFields, "clientId" | "responseMode"> {
  readonly appid: string;
  readonly applicationId: number;
  readonly userId: number;
  readonly redirectUri: VerifiedRedirectUri;
  readonly codeHash: string;
  readonly codeChallenge: string | null;
  readonly codeLifetimeSeconds: number;
}

/**
 * Issues a code on a consent that stands: when it covers every scope, and a code was exchanged at the same redirect address as long
 * as such codes are kept. Nothing of the consent changes.
 *
 * @returns false, and there is no code, when the user has to be asked
 */
export async function reuseConsent(transaction: StoreQueries, request: CoveredRequest): Promise<boolean> {
  const { scopes, redirectUri } = request;
  const redirectUriHash = hashToken(redirectUri);
  const grant = await transaction.kysely
    .selectFrom("grants as g")
    .innerJoin("applications as a", "a.id", "g.application_id")
    .select("g.id")
    .where("g.application_id", "=", request.applicationId)
    .where("g.user_id", "=", request.userId)
    .where("g.revoked_at", "is", null)
    .where("a.disabled", "=", 0)
    .where(sql<boolean>`(g.scopes & ${scopes}) = ${scopes}`)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("authorization_codes as c")
          .select("c.hash")
          .whereRef("c.grant_id", "=", "g.id")
          .where("c.redirect_uri_hash", "=", redirectUriHash)
          .where("c.used_at", "is not", null),
      ),
    )
    .executeTakeFirst();
  if (grant === undefined) return false;
  await issueCode(transaction, {
    ...request,
    nonce: storedText(request.nonce),
    hash: request.codeHash,
    grantId: grant.id,
    mayWrite: hasWriting(scopes) ? 1 : 0,
    redirectUriHash,
    lifetimeSeconds: Math.min(oauthCodeSeconds, request.codeLifetimeSeconds),
  });
  return true;
}
reuseConsent.locks = ({ appid }: CoveredRequest) => [applicationLock(appid)];
