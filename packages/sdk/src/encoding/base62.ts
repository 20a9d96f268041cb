const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** How many characters hold any value of that many bytes. */
export function base62Length(byteCount: number): number {
  return Math.ceil((byteCount * 8) / Math.log2(alphabet.length));
}

/** Bytes as exactly `base62Length(bytes.length)` characters of `0-9A-Za-z`. */
export function toBase62(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = (number << 8n) | BigInt(byte);
  let text = "";
  for (let left = base62Length(bytes.length); left > 0; left -= 1) {
    text = alphabet.charAt(Number(number % 62n)) + text;
    number /= 62n;
  }
  return text;
}

/** What `toBase62` made of that many bytes, read back; undefined for everything that it never makes. */
export function fromBase62(text: string, byteCount: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length !== base62Length(byteCount) || !/^[0-9A-Za-z]*$/.test(text)) return undefined;
  let number = 0n;
  for (const character of text) number = number * 62n + BigInt(alphabet.indexOf(character));
  const bytes = new Uint8Array(byteCount);
  for (let index = byteCount - 1; index >= 0; index -= 1) {
    bytes[index] = Number(number & 255n);
    number >>= 8n;
  }
  return number === 0n ? bytes : undefined;
}
