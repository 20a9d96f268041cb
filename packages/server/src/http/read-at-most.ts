/** Reads the body of a request. It stops as soon as there is too much, whatever length was announced. @returns undefined then */
export async function readAtMost(
  { body }: Pick<Request, "body">,
  maximumBytes: number,
): Promise<Buffer | undefined> {
  if (body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The body of a request is bytes; the type of the stream does not say so.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maximumBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
