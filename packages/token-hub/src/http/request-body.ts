import { HubError } from "../errors.ts";

/** The body of a request that has none. */
export const noBody = new Uint8Array();

/**
 * How many bytes a body may have: what is announced, or the most.
 *
 * @throws HubError `content_too_large` when more than the most is announced
 */
export function announcedBytes({ headers }: Request, mostBytes: number): number {
  const announced = Number(headers.get("content-length") ?? mostBytes);
  if (announced > mostBytes) throw tooLarge(mostBytes);
  return announced;
}

function tooLarge(mostBytes: number): HubError {
  return new HubError("content_too_large", { detail: `a body of more than ${mostBytes} bytes` });
}

/**
 * Reads a body to its end, unless there is too much of it, whatever length was announced.
 *
 * @throws HubError `content_too_large`
 */
export async function readBody(request: Request, mostBytes: number): Promise<Uint8Array> {
  const { method, headers } = request;
  // Looking at the body of a request costs as much as all the rest of it; a GET has one only if it says so.
  if (method === "GET" && !headers.has("content-length")) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The body of a request is bytes; the type of the stream does not say so.
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
