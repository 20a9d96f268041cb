/** A whole number of four bytes, the lowest first. */
export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(value);
  return bytes;
}

/** A number of eight bytes (IEEE 754), the lowest first. */
export function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

/** A text in so many bytes, filled up with spaces. */
export function filled(text: string | Buffer, bytes: number): Buffer {
  const field = Buffer.alloc(bytes, " ");
  Buffer.from(text).copy(field);
  return field;
}

/** The next multiple of a number. */
export function lengthUpTo(length: number, multiple: number): number {
  return Math.ceil(length / multiple) * multiple;
}
