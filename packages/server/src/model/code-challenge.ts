import { hash } from "node:crypto";

/** Shape of an S256 code challenge: base64url of a SHA-256 (RFC 7636, section 4.2). */
export const codeChallengePattern = /^[A-Za-z0-9_-]{43}$/;

/** Shape of a code verifier (RFC 7636, section 4.1). */
export const codeVerifierPattern = /^[A-Za-z0-9._~-]{43,128}$/;

/** The S256 challenge that belongs to a code verifier; the exchange compares both (RFC 7636, section 4.6). */
export function codeChallengeOf(verifier: string): string {
  return hash("sha256", verifier, "base64url");
}
