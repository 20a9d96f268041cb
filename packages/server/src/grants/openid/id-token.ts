import { hash } from "node:crypto";
import { SignJWT } from "jose";
import { signingAlgorithm } from "./signing-keys.ts";

/** How long an ID token is valid: it is read once, by the application that has just received it. */
export const idTokenSeconds = 600;

/** What an ID token says (OpenID Connect Core, section 2). */
export interface IdTokenClaims {
  readonly issuer: string;
  /** The client that it is for, as that names itself. */
  readonly clientId: string;
  /** Differs from application to application (section 8.1). */
  readonly openid: string;
  /** When the user gave the password or another proof, in milliseconds; null when that is not known. */
  readonly authTime: number | null;
  readonly nonce: string | null;
  /** The access token beside it, which it is bound to (section 3.1.3.6). */
  readonly accessToken: string;
  /** Time of the database in milliseconds. */
  readonly issuedAt: number;
}

/** Signs an ID token, outside of the event loop. */
export function signIdToken(claims: IdTokenClaims, kid: string, key: CryptoKey): Promise<string> {
  const issuedAt = Math.floor(claims.issuedAt / 1000);
  return new SignJWT({
    ...(claims.authTime !== null && { auth_time: Math.floor(claims.authTime / 1000) }),
    ...(claims.nonce !== null && { nonce: claims.nonce }),
    at_hash: leftHalfHash(claims.accessToken),
  })
    .setProtectedHeader({ alg: signingAlgorithm, kid, typ: "JWT" })
    .setIssuer(claims.issuer)
    .setSubject(claims.openid)
    .setAudience(claims.clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + idTokenSeconds)
    .sign(key);
}

/** OpenID Connect Core, section 3.1.3.6: the left half of the hash, in base64url. */
function leftHalfHash(accessToken: string): string {
  return hash("sha256", accessToken, "buffer").subarray(0, 16).toString("base64url");
}
