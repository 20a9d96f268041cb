import { WebhookError } from "./webhook-error.ts";

/** A request of a framework without `Request`: its headers, and the bytes of its body before anything parsed them. */
export interface RawRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string | Uint8Array;
}

/** The largest event that is read: an answer has at most one megabyte, and JSON may escape its characters. */
const mostBytes = 8 * 1024 * 1024;

/** Reads one header. @returns undefined when it is missing or there are several */
export function headerOf(request: Request | RawRequest, name: string): string | undefined {
  if (request.headers instanceof Headers) return request.headers.get(name) ?? undefined;
  // The type says what is left.
  const value = (request as RawRequest).headers[name];
  return typeof value === "string" ? value : undefined;
}

/** Reads the bytes of the body. @throws WebhookError when there are too many */
export async function bodyOf(request: Request | RawRequest): Promise<Uint8Array<ArrayBuffer>> {
  if (request instanceof Request) return readBody(chunksOf(request));
  const { body } = request;
  return joined([typeof body === "string" ? new TextEncoder().encode(body) : body]);
}

/** Reads a stream to its end. @throws WebhookError as soon as there is too much */
export async function readBody(stream: AsyncIterable<string | Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
    size += bytes.length;
    if (size > mostBytes) throw new WebhookError("too_large");
    chunks.push(bytes);
  }
  return joined(chunks);
}

/** Not every runtime can iterate over a stream. */
async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read())
    yield part.value;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (size > mostBytes) throw new WebhookError("too_large");
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
