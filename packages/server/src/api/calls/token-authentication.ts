import { PlatformError, type ErrorType } from "../../errors.ts";
import type { TokenCheck } from "../../http/endpoint.ts";
import { findBearerPrincipal, noteUse, type BearerPrincipal } from "../../grants/oauth/bearer-principal.ts";
import type { BearerProof, TokenProof } from "../../http/known-parameters.ts";
import { audiences, hasWriting } from "../../model/scopes.ts";
import { hashToken, looksLike } from "../../model/token.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";
import type { Store } from "../../store/store.ts";
import { reachOfOwner, type Reach } from "../../store/surveys/survey-reach.ts";
import type { TeamPrincipal } from "../../store/tokens/team-token-table.ts";
import type { UserPrincipal } from "../../store/tokens/user-token-table.ts";

/** Whom a call acts for. */
export type Principal = UserPrincipal | TeamPrincipal;

/** The account that a token acts for. */
export function ownerOf(principal: Principal): number {
  return principal.mode === "user" ? principal.userId : principal.teamId;
}

/** Whether a token was sent in the header, and not in the query. */
export function isBearer(principal: Principal): boolean {
  return "audience" in principal;
}

/** The surveys that a token reaches. */
export function reachOf(principal: Principal): Reach {
  if (principal.mode === "team") return reachOfOwner(principal.teamId);
  const { userId: ownerId, grantId, limited } = principal;
  return { ownerId, grantId, limited };
}

/** Errors of a call without a valid token, or of a team without a plan. */
export const tokenErrors = [
  "invalid_argument",
  "invalid_token",
  "invalid_org_subscription",
] as const satisfies ErrorType[];

/** Returned and not thrown, and made once: programs that guess tokens are refused often. */
const invalidToken = new PlatformError("invalid_token");

/**
 * Finds out whom a token acts for right now. Nothing is remembered from one call to the next: what is
 * revoked or replaced is refused from that moment on.
 *
 * @returns or why it is refused: `invalid_token`, `invalid_org_subscription`
 */
export function* authenticate(
  store: Store,
  { appid, access_token: token, bearer }: TokenProof,
): StoreSteps<Principal | PlatformError> {
  if (bearer !== undefined) return admitted(yield* findBearerPrincipal(store, token, audiences.api), bearer);
  const principal = yield* findPrincipal(store, appid, token);
  if (principal === undefined) return invalidToken;
  if (principal.mode === "team" && principal.plan !== "premium")
    return new PlatformError("invalid_org_subscription");
  if (principal.mode === "user") noteUse(store, principal);
  return principal;
}

/** Compares scopes: those that the token, its grant and its application all allow at this moment. */
function admitted(
  principal: BearerPrincipal | PlatformError,
  bearer: BearerProof,
): BearerPrincipal | PlatformError {
  if (principal instanceof PlatformError) return principal;
  const refusal = bearer.identify(principal);
  if (refusal !== undefined) return refusal;
  // RFC 6750, section 3.1.
  if ((principal.scopes & bearer.scopes) !== bearer.scopes) return insufficientScope;
  return hasWriting(bearer.scopes) ? { ...principal, mayWrite: 1 } : principal;
}

const insufficientScope = new PlatformError("insufficient_scope");

/** Checks a token for a call that has not read anything else yet. */
export function tokenCheck(store: Store): TokenCheck {
  return function* check(token) {
    const principal = yield* authenticate(store, token);
    return principal instanceof PlatformError ? principal : undefined;
  };
}

/** Garbage is refused by its shape, before anything is hashed or asked. */
function* findPrincipal(store: Store, appid: string, token: string): StoreSteps<Principal | undefined> {
  if (looksLike("userAccessToken", token))
    return yield* store.findUserPrincipal({ hash: hashToken(token), appid });
  if (looksLike("teamAccessToken", token))
    return yield* store.findTeamPrincipal({ hash: hashToken(token), appid });
  return undefined;
}
