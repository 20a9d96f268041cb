type RandomBytes = (size: number) => Uint8Array;

/** Random bytes that can be had again, so that a survey in another language gets the same ids. */
export class RepeatedBytes {
  readonly #randomBytes: RandomBytes;
  readonly #drawn: Uint8Array[] = [];

  constructor(randomBytes: RandomBytes) {
    this.#randomBytes = randomBytes;
  }

  /** Draws bytes and keeps them. */
  readonly draw: RandomBytes = (size) => {
    const bytes = this.#randomBytes(size);
    this.#drawn.push(bytes);
    return bytes;
  };

  /** The bytes that were drawn, from the first one; then others. */
  again(): RandomBytes {
    let at = -1;
    return (size) => this.#drawn[(at += 1)] ?? this.#randomBytes(size);
  }
}
