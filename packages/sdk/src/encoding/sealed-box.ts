import { fromBase64, toBase64Url } from "./base64url.ts";

/** A key of AES-256-GCM with the name that sealed values carry, so that keys can be exchanged for new ones. */
export interface EncryptionKey {
  /** 1 to 32 of `A-Za-z0-9_-`; not secret. */
  readonly id: string;
  /** 32 random bytes, or their base64 or base64url. */
  readonly key: Uint8Array<ArrayBuffer> | string;
}

/** The key that seals, and after it those that only open what was sealed before them. */
export type EncryptionKeys = readonly [EncryptionKey, ...EncryptionKey[]];

/** Why a sealed value was not opened. A wrong key under the right name looks like a changed value. */
export type DecryptionFailure = "unknown_key" | "wrong_key_or_tampered" | "malformed";

/** A sealed value that does not open: it was changed, moved, or sealed with a key that is not here. */
export class DecryptionError extends Error {
  override readonly name = "DecryptionError";
  readonly reason: DecryptionFailure;

  constructor(reason: DecryptionFailure) {
    super(`A sealed value does not open (${reason})`);
    this.reason = reason;
  }
}

/** Seals text so that it can neither be read nor changed nor taken for that of another context. */
export interface SealedBox {
  /** @param context what the value belongs to; not part of the result, but needed to open it */
  seal(text: string, context: string): Promise<string>;
  /** @throws DecryptionError */
  open(sealed: string, context: string): Promise<string>;
}

const format = "v1";
const nonceBytes = 12; // 16 characters

/**
 * Puts values into sealed boxes: AES-256-GCM with a random nonce each, `v1.<key id>.<nonce>.<ciphertext>`.
 * A key is good for 2^32 values, by NIST SP 800-38D, section 8.3.
 *
 * @throws TypeError when a key is not 32 bytes long, or a name is malformed or given twice
 */
export function createSealedBox(keys: EncryptionKeys): SealedBox {
  const imported = new Map(keys.map(({ id, key }) => [checkId(id), importKey(keyBytes(id, key))]));
  if (imported.size !== keys.length) throw new TypeError("Two encryption keys have the same id");
  const [{ id: sealingId }] = keys;
  return {
    async seal(text, context) {
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
      const parameters = gcm(nonce, sealingId, context);
      const key = await keyCalled(imported, sealingId);
      const sealed = await crypto.subtle.encrypt(parameters, key, new TextEncoder().encode(text));
      return [format, sealingId, toBase64Url(nonce), toBase64Url(new Uint8Array(sealed))].join(".");
    },
    async open(sealed, context) {
      const { id, nonce, ciphertext } = partsOf(sealed);
      const key = await keyCalled(imported, id);
      const opened = await crypto.subtle.decrypt(gcm(nonce, id, context), key, ciphertext).catch(() => {
        throw new DecryptionError("wrong_key_or_tampered");
      });
      return new TextDecoder().decode(opened);
    },
  };
}

/** What the ciphertext is bound to: a value that is moved to another context does not open there. */
function gcm(iv: Uint8Array<ArrayBuffer>, id: string, context: string): AesGcmParams {
  return {
    name: "AES-GCM",
    iv,
    additionalData: new TextEncoder().encode(JSON.stringify([format, id, context])),
  };
}

const shape = /^v1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]+)$/;

function partsOf(sealed: string) {
  const [, id = "", nonce = "", ciphertext = ""] = shape.exec(sealed) ?? [];
  if (id === "") throw new DecryptionError("malformed");
  return { id, nonce: bytesOf(nonce), ciphertext: bytesOf(ciphertext) };
}

/** One spelling only: what decodes to the same bytes but reads differently was not written here. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64(text);
  if (bytes === undefined || toBase64Url(bytes) !== text) throw new DecryptionError("malformed");
  return bytes;
}

async function keyCalled(keys: ReadonlyMap<string, Promise<CryptoKey>>, id: string): Promise<CryptoKey> {
  const key = await keys.get(id);
  if (key === undefined) throw new DecryptionError("unknown_key");
  return key;
}

function checkId(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(id))
    throw new TypeError("The id of an encryption key is 1 to 32 of A-Za-z0-9_-");
  return id;
}

function keyBytes(id: string, key: Uint8Array<ArrayBuffer> | string): Uint8Array<ArrayBuffer> {
  const bytes = typeof key === "string" ? fromBase64(key) : key.slice();
  if (bytes?.length !== 32) throw new TypeError(`The encryption key ${id} is not 32 bytes in base64`);
  return bytes;
}

function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);
}
