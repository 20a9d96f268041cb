import { hash } from "node:crypto";
import { signatureScheme } from "./authorization-header.ts";
import type { HmacKey } from "./hmac-key.ts";

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

/** The signature that a caller makes whose secret is the key: HMAC-SHA-256 over one line for each part. */
export function signatureOf(key: HmacKey, { time, nonce, method, target, body }: SignedParts): Buffer {
  const digest = body.length === 0 ? digestOfNothing : digestOf(body);
  const text = `${signatureScheme}\n${time}\n${nonce}\n${method}\n${target}\n${digest}`;
  return key.digest(text);
}

function digestOf(body: Uint8Array): string {
  return hash("sha256", body, "base64url");
}

/** Most requests have no body, and a token is read thousands of times a second. */
const digestOfNothing = digestOf(new Uint8Array());
