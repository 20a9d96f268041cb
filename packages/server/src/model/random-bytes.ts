/** Source of randomness, handed in so that tests can be repeated: `size` bytes, `crypto.randomBytes` in use. */
export type RandomBytes = (size: number) => Uint8Array;
