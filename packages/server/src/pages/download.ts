/** A file that a browser saves and never shows. */
export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: string | ReadableStream<Uint8Array>;
}

/** The response with a file to save. Its name is ASCII, so that it needs no encoding (RFC 6266, appendix D). */
export function download({ fileName, contentType, body }: Download): Response {
  return new Response(body, {
    headers: {
      "Content-Type": contentType,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Content-Security-Policy": "default-src 'none'; sandbox",
    },
  });
}
