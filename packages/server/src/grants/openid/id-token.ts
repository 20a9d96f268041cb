import { hash, type KeyObject, sign } from "node:crypto";
import { promisify } from "node:util";
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

const signOutside = promisify<string, Buffer, KeyObject, Buffer>(sign);

/** Signs an ID token, outside of the event loop; WebCrypto, and a library on it, takes a tenth of a millisecond more. */
export async function signIdToken(claims: IdTokenClaims, kid: string, key: KeyObject): Promise<string> {
  const issuedAt = Math.floor(claims.issuedAt / 1000);
  const header = encoded({ alg: signingAlgorithm, kid, typ: "JWT" });
  const payload = encoded({
    ...(claims.authTime !== null && { auth_time: Math.floor(claims.authTime / 1000) }),
    ...(claims.nonce !== null && { nonce: claims.nonce }),
    at_hash: leftHalfHash(claims.accessToken),
    iss: claims.issuer,
    sub: claims.openid,
    aud: claims.clientId,
    iat: issuedAt,
    exp: issuedAt + idTokenSeconds,
  });
  const signature = await signOutside("sha256", Buffer.from(`${header}.${payload}`), key);
  return `${header}.${payload}.${signature.toString("base64url")}`;
}

/** RFC 7515, section 7.1. */
function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}

/** OpenID Connect Core, section 3.1.3.6: the left half of the hash, in base64url. */
function leftHalfHash(accessToken: string): string {
  return hash("sha256", accessToken, "buffer").subarray(0, 16).toString("base64url");
}
