/** A file that a browser saves and never shows. */
export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

/** The response with a file to save. */
export function download({ fileName, contentType, body }: Download): Response {
  return new Response(body, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": dispositionOf(fileName),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}

/** Browsers that know `filename*` take the whole name (RFC 6266, section 4.3); others one of harmless characters. */
function dispositionOf(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w.-]/g, "_");
  if (plain === fileName) return `attachment; filename="${fileName}"`;
  // RFC 8187, section 3.2.1: of what encodeURIComponent leaves, these are not allowed.
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
