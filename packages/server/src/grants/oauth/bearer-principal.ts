import { PlatformError } from "../../errors.ts";
import type { Audience } from "../../model/scopes.ts";
import { hashToken, looksLike } from "../../model/token.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
import type { BearerTeamPrincipal } from "../../store/tokens/team-bearer-table.ts";
import {
  type BearerUserPrincipal,
  recordAgentUse,
  recordGrantUse,
  type UserPrincipal,
} from "../../store/tokens/user-token-table.ts";

/** Whom a valid bearer token acts for, and what it may. */
export type BearerPrincipal = BearerUserPrincipal | BearerTeamPrincipal;

/** Returned and not thrown, and made once: programs that guess tokens are refused often. */
export const invalidBearerToken = new PlatformError("invalid_token", {
  message: "The bearer token is unknown, expired or revoked, or was issued for another resource.",
});

/**
 * Finds out whom a bearer token acts for right now, by one look-up of one row. A token for another resource is refused like one
 * that is unknown (RFC 8707, section 2.2). What its scopes allow is for the caller to compare.
 *
 * @param network where an agent comes from, which its person sees later
 * @returns or why it is refused: `invalid_token`, `invalid_org_subscription`
 */
export function* findBearerPrincipal(
  store: Pick<Store, "findBearerUser" | "findBearerTeam" | "write">,
  token: string,
  audience: Audience,
  network?: string,
): StoreSteps<BearerPrincipal | PlatformError> {
  // Anything that is not a bearer token is refused by its shape, before anything is hashed or asked.
  const principal = looksLike("bearerToken", token)
    ? yield* store.findBearerUser({ hash: hashToken(token) })
    : looksLike("teamBearerToken", token)
      ? yield* store.findBearerTeam({ hash: hashToken(token) })
      : undefined;
  if (principal === undefined || principal.audience !== audience) return invalidBearerToken;
  if (principal.mode === "team") {
    return principal.plan === "premium" ? principal : new PlatformError("invalid_org_subscription");
  }
  if (network === undefined) noteUse(store, principal);
  else noteAgentUse(store, principal, network);
  return principal;
}

/** Remembers that a grant was used. The call does not wait for this and does not fail with it; the next one tries again. */
export function noteUse(store: Pick<Store, "write">, { grantId, useNoted }: UserPrincipal): void {
  if (useNoted === 0) store.write(recordGrantUse, grantId).catch(() => undefined);
}

/** The same with the network that an agent comes from. */
function noteAgentUse(
  store: Pick<Store, "write">,
  { grantId, useNoted, lastNetwork }: BearerUserPrincipal,
  network: string,
): void {
  if (useNoted === 1 && lastNetwork !== null) return;
  store.write(recordAgentUse, { grantId, network }).catch(() => undefined);
}
