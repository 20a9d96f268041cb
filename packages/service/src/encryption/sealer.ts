import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const ivBytes = 12;
const tagBytes = 16;

/** Something sealed that no key at hand opens, or that was changed, or moved from where it belongs. */
export class SealError extends Error {
  override readonly name = "SealError";
}

/** Encrypts what must not be read in the database. */
export interface Sealer {
  /**
   * @param context what the text belongs to, such as `team_token:my_team`; it opens only there
   * @returns `v1.<key id>.<iv, text and tag in base64url>`
   */
  seal(text: string, context: string): string;
  /** The same, but a text has one seal with one key: who sees two can tell whether their texts are the same, and nothing else. */
  sealAlike(text: string, context: string): string;
  /** @throws `SealError` */
  open(sealed: string, context: string): string;
  /** Whether it was sealed with the key that seals now; otherwise it should be sealed again. */
  isCurrent(sealed: string): boolean;
}

interface Key {
  readonly id: string;
  readonly bytes: Uint8Array;
}

/**
 * AES-256-GCM with one or several keys.
 *
 * @param keys 32 bytes each; the first one seals, all of them open. A new key is added as the second one, at every
 *   hub, before it becomes the first one; the old one goes when everything is sealed with the new one.
 */
export function createSealer(keys: readonly Uint8Array[]): Sealer {
  const known = keys.map((bytes) => ({ id: keyId(bytes), bytes }));
  const [current] = known;
  if (current === undefined || keys.some(({ length }) => length !== 32))
    throw new RangeError("A sealer needs at least one key, and keys of 32 bytes");
  const sealWith = (iv: Uint8Array, text: string, context: string) =>
    `v1.${current.id}.${encrypt({ text, context, iv }, current).toString("base64url")}`;
  return {
    seal: (text, context) => sealWith(randomBytes(ivBytes), text, context),
    sealAlike: (text, context) => sealWith(ivOf(text, context, current), text, context),
    open(sealed, context) {
      const [version, id, body, ...rest] = sealed.split(".");
      const key = known.find((candidate) => candidate.id === id);
      if (version !== "v1" || body === undefined || rest.length > 0)
        throw new SealError("The text was not sealed by this program");
      if (key === undefined) throw new SealError(`The key ${id} that it was sealed with is not at hand`);
      return decrypt(Buffer.from(body, "base64url"), context, key);
    },
    isCurrent: (sealed) => sealed.startsWith(`v1.${current.id}.`),
  };
}

/** The keys in a text: base64 each, parted by white space or commas. Their lengths are not checked. */
export function readKeys(text: string): readonly Uint8Array[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((key) => Buffer.from(key, "base64"));
}

/** Names a key in what it sealed, without telling anything of it. */
function keyId(bytes: Uint8Array): string {
  return createHash("sha256").update("token-hub key\0").update(bytes).digest("base64url").slice(0, 8);
}

/** An initialization vector that no other text has, which is what the cipher asks for (NIST SP 800-38D, section 8). */
function ivOf(text: string, context: string, { bytes }: Key): Uint8Array {
  const message = JSON.stringify(["initialization vector", context, text]);
  return createHmac("sha256", bytes).update(message).digest().subarray(0, ivBytes);
}

interface Sealing {
  readonly text: string;
  readonly context: string;
  readonly iv: Uint8Array;
}

function encrypt({ text, context, iv }: Sealing, key: Key): Buffer {
  const cipher = createCipheriv(algorithm, key.bytes, iv, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(body: Buffer, context: string, key: Key): string {
  try {
    const decipher = createDecipheriv(algorithm, key.bytes, body.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(body.subarray(-tagBytes));
    const text = decipher.update(body.subarray(ivBytes, -tagBytes));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    throw new SealError("The sealed text was changed, or belongs somewhere else");
  }
}
