import { scopeBits, type ScopeSet } from "../../model/scopes.ts";
import type { StoreSteps } from "../../store/statements/queries.ts";
import { findSigningKey, type SigningKeyInUse } from "../../store/tokens/signing-key-table.ts";
import { signIdToken, type IdTokenClaims } from "./id-token.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** What an ID token is made of that the transaction knows that issues its access token. */
export interface Identity extends IdentityFacts {
  /** Read there, so that a key that was revoked before signs nothing; undefined when there is none yet. */
  readonly key: SigningKeyInUse | undefined;
}

type IdentityFacts = Pick<IdTokenClaims, "openid" | "nonce" | "authTime">;

/** Whether an ID token is given (OpenID Connect Core, section 3.1.2.1). */
export function isIdentityAsked(scopes: ScopeSet): boolean {
  return (scopes & scopeBits.openid) !== 0;
}

/** Chooses the key, where an ID token is given. */
export function* identityFor(scopes: ScopeSet, facts: IdentityFacts): StoreSteps<Identity | undefined> {
  return isIdentityAsked(scopes) ? { ...facts, key: yield* findSigningKey() } : undefined;
}

/** Makes the ID token, after that transaction. */
export async function signIdentity(
  keys: SigningKeys,
  { key: chosen, ...facts }: Identity,
  token: Pick<IdTokenClaims, "issuer" | "clientId" | "accessToken">,
): Promise<string> {
  const key = chosen ?? (await keys.inUse());
  return signIdToken({ ...facts, ...token, issuedAt: key.now }, key.kid, await keys.open(key));
}
