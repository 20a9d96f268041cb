/** Bytes that are sent before it is asked again whether they may be. */
const bytesBetween = 64 * 1024;

/**
 * Sends a file as long as a visitor may have it. A browser reads as slowly as it likes: without the question, an export would go on after its
 * reader has lost the right to it. The response breaks off then, so that a cut file does not look like a whole one.
 *
 * @param check throws when the visitor may not have it any more
 */
export async function* whileAllowed(
  chunks: AsyncIterable<Uint8Array>,
  check: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes >= bytesBetween) {
      await check();
      bytes = 0;
    }
    yield chunk;
    bytes += chunk.byteLength;
  }
}
