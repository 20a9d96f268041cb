/** A secret that signs: text or bytes, at least 32 of them. */
export type SigningSecret = string | Uint8Array<ArrayBuffer>;

const leastLength = 32;

/**
 * The bytes of a secret.
 *
 * @throws TypeError when it is too short to withstand guessing
 */
export function secretBytes(secret: SigningSecret): Uint8Array<ArrayBuffer> {
  const bytes = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  if (bytes.length < leastLength)
    throw new TypeError(`A signing secret, such as sessionSecret, must have at least ${leastLength} bytes`);
  return bytes;
}

/** HMAC-SHA-256 of text (RFC 2104). */
export async function sign(secret: SigningSecret, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await importKey(secret, "sign");
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
}

/** Whether a signature is that of the text; takes the same time wherever they differ. */
export async function isSignature(
  secret: SigningSecret,
  text: string,
  signature: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  const key = await importKey(secret, "verify");
  return crypto.subtle.verify("HMAC", key, signature, new TextEncoder().encode(text));
}

function importKey(secret: SigningSecret, usage: "sign" | "verify"): Promise<CryptoKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", secretBytes(secret), algorithm, false, [usage]);
}
