/**
 * The text of a file: in UTF-16 where its mark says so, else in UTF-8.
 *
 * @returns undefined for bytes that are neither
 */
export function decodeText(content: Uint8Array): string | undefined {
  const isUtf16 = content[0] === 0xff && content[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8", { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
