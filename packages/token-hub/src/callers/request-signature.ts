import { createHmac, hash } from "node:crypto";
import { signatureScheme } from "./authorization-header.ts";

/** What a signature covers. */
export interface SignedParts {
  /** Seconds since 1970. */
  readonly time: number;
  readonly nonce: string;
  readonly method: string;
  /** Path and query, from `/` on. */
  readonly target: string;
  readonly body: Uint8Array;
}

/** The signature that a caller with this secret makes: HMAC-SHA-256 (RFC 2104) over one line for each part. */
export function signatureOf(secret: string, { time, nonce, method, target, body }: SignedParts): Buffer {
  const digest = body.length === 0 ? digestOfNothing : digestOf(body);
  const text = `${signatureScheme}\n${time}\n${nonce}\n${method}\n${target}\n${digest}`;
  return createHmac("sha256", secret).update(text).digest();
}

function digestOf(body: Uint8Array): string {
  return hash("sha256", body, "base64url");
}

/** Most requests have no body, and a token is read thousands of times a second. */
const digestOfNothing = digestOf(new Uint8Array());
