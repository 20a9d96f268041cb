/** A text without line breaks and other characters that a line of syntax or data cannot have. */
export function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ");
}

/** The beginning of a text that is at most this long in UTF-8, with no character cut in half. */
export function withinBytes(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  const encoded = Buffer.from(text);
  if (encoded.byteLength <= bytes) return text;
  let end = bytes;
  // Bytes that continue a character begin with the bits 10 (RFC 3629, section 3).
  while (((encoded[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end -= 1;
  return encoded.toString("utf8", 0, end);
}

/** The longest text that a variable of SPSS keeps, in bytes. */
export const longestSpssText = 32_767;

/** The longest labels of variables and of values, in bytes. */
export const spssLabelBytes = { variable: 255, value: 120 };

/** The most decimals that a format of SPSS shows (`F40.16`). */
export const mostDecimals = 16;

/** How many digits a number has after its point. */
export function decimalsOf(number: number): number {
  const [text = "", exponent] = String(number).split("e-");
  return (text.split(".")[1] ?? "").length + Number(exponent ?? 0);
}
