import { fromBase64 } from "../encoding/base64url.ts";

const prefix = "whsec_";

/** What a signature covers. */
export interface SignedParts {
  readonly id: string;
  /** Unix seconds, as the header says. */
  readonly timestamp: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/**
 * Whether one of the signatures of a header fits one of the secrets. Each is compared in constant time, by `crypto.subtle.verify`.
 *
 * @param signatures `v1,<base64>`, separated by spaces; other versions are ignored
 * @throws TypeError when a secret is none
 */
export async function isSigned(
  parts: SignedParts,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const text = signedBytes(parts);
  const keys = await Promise.all(secrets.map((secret) => importKey(secret, "verify")));
  const given = signatures.split(" ", mostSignatures).flatMap((signature) => {
    const [version, base64 = ""] = signature.split(",", 2);
    return version === "v1" ? (fromBase64(base64) ?? []) : [];
  });
  for (const key of keys) {
    for (const signature of given) {
      if (await crypto.subtle.verify("HMAC", key, signature, text)) return true;
    }
  }
  return false;
}

/** Two while a secret is being replaced; more would only make work. */
const mostSignatures = 8;

/** The header with the signature of an event, `v1,<base64>`. */
export async function signatureOf(parts: SignedParts, secret: string): Promise<string> {
  const key = await importKey(secret, "sign");
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, signedBytes(parts)));
  return `v1,${btoa(String.fromCharCode(...signature))}`;
}

/** Standard Webhooks 1.0: `id.timestamp.body`. */
function signedBytes({ id, timestamp, body }: SignedParts): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  return bytes;
}

/**
 * The bytes of a webhook's secret.
 *
 * @throws TypeError when it is none
 */
export function webhookSecretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith(prefix) ? fromBase64(secret.slice(prefix.length)) : undefined;
  // Standard Webhooks 1.0: 24 to 64 bytes.
  if (bytes === undefined || bytes.length < 24 || bytes.length > 64)
    throw new TypeError("The secret of a webhook is whsec_ and base64 of 24 to 64 bytes");
  return bytes;
}

function importKey(secret: string, usage: "sign" | "verify"): Promise<CryptoKey> {
  const bytes = webhookSecretBytes(secret);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [usage]);
}
