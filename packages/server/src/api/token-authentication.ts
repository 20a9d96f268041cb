import { z } from "zod";
import { PlatformError, type ErrorType } from "../errors.ts";
import { accessTokenParameter, appidParameter } from "../http/known-parameters.ts";
import { hashToken, looksLike } from "../model/token.ts";
import type { StoreSteps } from "../store/queries.ts";
import type { Store } from "../store/store.ts";
import type { TeamPrincipal } from "../store/team-token-table.ts";
import type { UserPrincipal } from "../store/user-token-table.ts";

/** Whom a call speaks for. */
export type Principal = UserPrincipal | TeamPrincipal;

/** The parameters by which every data call proves its right. */
export const tokenParameters = z.object({ appid: appidParameter, access_token: accessTokenParameter });

/** Errors of a call without a valid token, or of a team without a plan. */
export const tokenErrors = [
  "invalid_argument",
  "invalid_token",
  "invalid_org_subscription",
] as const satisfies ErrorType[];

/** Returned and not thrown, and made once: programs that guess tokens are refused often. */
const invalidToken = new PlatformError("invalid_token");

/**
 * Finds out whom a token speaks for right now. Nothing is remembered from one call to the next: what is
 * revoked or replaced is refused from that moment on.
 *
 * @returns or why it is refused: `invalid_token`, `invalid_org_subscription`
 */
export function* authenticate(
  store: Store,
  { appid, access_token: token }: z.output<typeof tokenParameters>,
): StoreSteps<Principal | PlatformError> {
  const principal = yield* findPrincipal(store, appid, token);
  if (principal === undefined) return invalidToken;
  if (principal.mode === "team" && principal.plan !== "premium")
    return new PlatformError("invalid_org_subscription");
  if (principal.mode === "user") noteUse(store, principal);
  return principal;
}

/** Garbage is refused by its shape, before anything is hashed or asked. */
function* findPrincipal(store: Store, appid: string, token: string): StoreSteps<Principal | undefined> {
  if (looksLike("userAccessToken", token))
    return yield* store.findUserPrincipal({ hash: hashToken(token), appid });
  if (looksLike("teamAccessToken", token))
    return yield* store.findTeamPrincipal({ hash: hashToken(token), appid });
  return undefined;
}

function noteUse(store: Store, { grantId, useNoted }: UserPrincipal): void {
  // The call does not wait for this and does not fail with it; the next one tries again.
  if (useNoted === 0) store.noteGrantUse(grantId).catch(() => undefined);
}
