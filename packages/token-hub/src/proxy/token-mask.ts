const asterisk = 42;

/**
 * Takes a secret out of bytes that come in pieces, wherever the pieces are cut; asterisks stand in its place, so
 * that the length stays. A platform has no reason to quote a token, but pages of its servers may quote an address.
 */
export class TokenMask {
  readonly #secret: Buffer;
  #held = Buffer.alloc(0);

  constructor(secret: string) {
    this.#secret = Buffer.from(secret);
  }

  /** @returns what can go on; the beginning of what may be the secret stays until the next piece */
  push(piece: Uint8Array): Buffer {
    const bytes = Buffer.concat([this.#held, piece]);
    for (let at = bytes.indexOf(this.#secret); at !== -1; at = bytes.indexOf(this.#secret, at))
      bytes.fill(asterisk, at, at + this.#secret.length);
    const end = this.#startOfSecretAtEnd(bytes);
    this.#held = bytes.subarray(end);
    return bytes.subarray(0, end);
  }

  /** @returns what is left when there is no next piece */
  end(): Buffer {
    return this.#held;
  }

  #startOfSecretAtEnd(bytes: Buffer): number {
    const first = this.#secret.subarray(0, 1);
    const earliest = Math.max(0, bytes.length - this.#secret.length + 1);
    for (let at = bytes.indexOf(first, earliest); at !== -1; at = bytes.indexOf(first, at + 1))
      if (bytes.subarray(at).equals(this.#secret.subarray(0, bytes.length - at))) return at;
    return bytes.length;
  }
}
