import { createHash, hash } from "node:crypto";
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

/** The signature that a caller with this secret makes: HMAC-SHA-256 over one line for each part. */
export function signatureOf(secret: string, { time, nonce, method, target, body }: SignedParts): Buffer {
  const digest = body.length === 0 ? digestOfNothing : digestOf(body);
  const text = [signatureScheme, time, nonce, method, target, digest].join("\n");
  return hmacOf(secret, text);
}

function digestOf(body: Uint8Array): string {
  return createHash("sha256").update(body).digest("base64url");
}

/** Most requests have no body, and a token is read thousands of times a second. */
const digestOfNothing = digestOf(new Uint8Array());

const blockBytes = 64;

/**
 * HMAC-SHA-256 (RFC 2104, section 2) out of two digests in one call each: making and collecting an `Hmac` of Node's
 * takes more time than everything else that checks a request.
 */
export function hmacOf(secret: string, text: string): Buffer {
  const bytes = Buffer.from(secret);
  const key = bytes.length > blockBytes ? hash("sha256", bytes, "buffer") : bytes;
  const inner = hash("sha256", Buffer.concat([padOf(key, 0x36), Buffer.from(text)]), "buffer");
  return hash("sha256", Buffer.concat([padOf(key, 0x5c), inner]), "buffer");
}

function padOf(key: Buffer, value: number): Buffer {
  const pad = Buffer.alloc(blockBytes, value);
  for (const [index, byte] of key.entries()) pad[index] = byte ^ value;
  return pad;
}
