import { NumberSet } from "./number-set.ts";

/** Seconds of signed time that are remembered, and forgotten, together. */
const bucketSeconds = 15;
const bytesRemembered = 6;
const mostRemembered = 2_000_000;

/**
 * Every signature that was taken, for as long as its time would let it be taken again. Of each, 48 bits are kept: a
 * number is small, and signatures are as good as random, so that an innocent one is refused once in a very long time.
 */
export class UsedSignatures {
  readonly #windowSeconds: number;
  readonly #most: number;
  readonly #buckets = new Map<number, NumberSet>();
  #count = 0;
  #forgottenAt = 0;

  /** @param windowSeconds how long after its time a signature is still taken */
  constructor(windowSeconds: number, { most = mostRemembered } = {}) {
    this.#windowSeconds = windowSeconds;
    this.#most = most;
  }

  /** How many are remembered. */
  get size(): number {
    return this.#count;
  }

  /**
   * Notes a signature, which must be known to be right, or anybody could fill the memory.
   *
   * @returns false when it was taken before
   */
  take(signature: Buffer, time: number, now: number): boolean {
    if (now !== this.#forgottenAt) this.#forget(now);
    // Full is as good as taken: what cannot be remembered could be sent again.
    if (this.#count >= this.#most) return false;
    const isNew = this.#bucketOf(time).add(signature.readUIntBE(0, bytesRemembered));
    if (isNew) this.#count += 1;
    return isNew;
  }

  #bucketOf(time: number): NumberSet {
    const number = Math.floor(time / bucketSeconds);
    const bucket = this.#buckets.get(number) ?? new NumberSet();
    this.#buckets.set(number, bucket);
    return bucket;
  }

  #forget(now: number): void {
    this.#forgottenAt = now;
    for (const [bucket, taken] of this.#buckets) {
      if ((bucket + 1) * bucketSeconds + this.#windowSeconds >= now) continue;
      this.#buckets.delete(bucket);
      this.#count -= taken.size;
    }
  }
}
