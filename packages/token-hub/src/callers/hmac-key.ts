import { hash } from "node:crypto";

const blockBytes = 64;
const digestBytes = 32;
const innerPad = 0x36;
const outerPad = 0x5c;
const usualTextBytes = 512;

/**
 * A key for HMAC-SHA-256 (RFC 2104). `createHmac` gives the same digests by way of an object whose memory is not in the heap, and costs several
 * times as much as it under load: see docs/performance.md.
 */
export class HmacKey {
  /** The first block of the inner digest, and room for a text. */
  #inner: Buffer;
  /** The first block of the outer digest, and room for the inner one. */
  readonly #outer: Buffer;

  /** @param key text of any length */
  constructor(key: string) {
    const bytes = Buffer.from(key);
    const block = Buffer.alloc(blockBytes);
    (bytes.length > blockBytes ? hash("sha256", bytes, "buffer") : bytes).copy(block);
    this.#inner = Buffer.concat([block.map((byte) => byte ^ innerPad)], blockBytes + usualTextBytes);
    this.#outer = Buffer.concat([block.map((byte) => byte ^ outerPad)], blockBytes + digestBytes);
  }

  digest(text: string): Buffer {
    const bytes = blockBytes + Buffer.byteLength(text);
    if (bytes > this.#inner.length) this.#inner = Buffer.concat([this.#inner], bytes);
    this.#inner.write(text, blockBytes);
    this.#outer.write(digestOf(this.#inner.subarray(0, bytes)), blockBytes, "latin1");
    return Buffer.from(digestOf(this.#outer), "latin1");
  }
}

/** As a text with one character for each byte: a buffer from `hash` has memory of its own, outside of the heap. */
function digestOf(bytes: Buffer): string {
  return hash("sha256", bytes, "latin1");
}
