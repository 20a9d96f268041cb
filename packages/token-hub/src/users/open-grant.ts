import type { Sealer } from "@survey-open-platform/service";
import type { GrantKey, ObservedGrant } from "../store/user-grant-table.ts";

/** The two kinds of token that a grant holds; what was sealed as one never opens as the other. */
type TokenKind = "user_access_token" | "user_refresh_token";

/** A user's access token as the hub hands it out. Secret. */
export interface ServedUserToken {
  readonly openid: string;
  readonly accessToken: string;
  /** Which of the user's tokens it is; report it by this number when it turns out to be dead. */
  readonly version: number;
  /** Whole seconds that it still lives. */
  readonly expiresInSeconds: number;
}

/** Seals a token for the one user and application that it belongs to. */
export function sealUserToken(sealer: Sealer, kind: TokenKind, key: GrantKey, token: string): string {
  return sealer.seal(token, contextOf(kind, key));
}

/** @throws `SealError` */
export function openUserToken(sealer: Sealer, kind: TokenKind, key: GrantKey, sealed: string): string {
  return sealer.open(sealed, contextOf(kind, key));
}

/** The access token of a grant, to be handed out. @throws `SealError` */
export function serveGrant(sealer: Sealer, grant: ObservedGrant): ServedUserToken {
  return {
    openid: grant.openid,
    accessToken: openUserToken(sealer, "user_access_token", grant, grant.accessCiphertext),
    version: grant.version,
    expiresInSeconds: Math.max(0, Math.floor(grant.tokenLeft / 1000)),
  };
}

/** An appid has no colon in it, so that no two keys make the same text. */
function contextOf(kind: TokenKind, { appid, openid }: GrantKey): string {
  return `${kind}:${appid}:${openid}`;
}
