import type { Identity } from "../../openid/identity.ts";
import type { Quota } from "../../../model/quota.ts";
import { scopeBits, scopeText, type Audience, type ScopeSet } from "../../../model/scopes.ts";

/** What a token request leads to. */
export interface Issued {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly refreshToken?: string | undefined;
  /** What the token may at this moment. */
  readonly scopes: ScopeSet;
  readonly audience: Audience;
  /** What is left of the client's token requests. */
  readonly quota: Quota;
  /** What an ID token beside it says; undefined when none was asked for. */
  readonly identity?: Identity | undefined;
}

/** Scopes that a client can use at once, when the user has just signed in: it needs no refresh token for them. */
const scopesOfOneVisit: ScopeSet = scopeBits.openid | scopeBits.profile;

/** Whether a refresh token is given: beyond a sign-in always, because most libraries ask for none and refresh all the same. */
export function givesRefreshToken(scopes: ScopeSet): boolean {
  return (scopes & ~scopesOfOneVisit) !== 0;
}

/** The fields of a response (RFC 6749, section 5.1), in the spelling of the wire. */
export function tokenFields(issued: Issued, idToken: string | undefined): Readonly<Record<string, unknown>> {
  return {
    access_token: issued.accessToken,
    token_type: "Bearer",
    expires_in: issued.expiresInSeconds,
    ...(issued.refreshToken !== undefined && { refresh_token: issued.refreshToken }),
    ...(idToken !== undefined && { id_token: idToken }),
    scope: scopeText(issued.scopes),
  };
}
