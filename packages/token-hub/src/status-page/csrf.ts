import { createHmac } from "node:crypto";
import { isSameText } from "./status-sessions.ts";

const longestFormBytes = 4 * 1024;

/** The token that forms carry: an HMAC (RFC 2104) of the cookie that it belongs to, against CSRF (RFC 6749, section 10.12). */
export function csrfTokenOf(cookie: string): string {
  return createHmac("sha256", cookie).update("csrf").digest("base64url");
}

/** A form that was posted, and the cookie and origin that it should belong to. */
interface PostedForm {
  readonly request: Request;
  readonly cookie: string | undefined;
  readonly origin: string;
}

/** The fields of a form, if it is one of ours. @returns undefined when it is not */
export async function readOwnForm({
  request,
  cookie,
  origin,
}: PostedForm): Promise<URLSearchParams | undefined> {
  const type = request.headers.get("content-type") ?? "";
  const isForm = type.startsWith("application/x-www-form-urlencoded");
  // An empty cookie, which a sibling host can plant, would make a key that anyone can compute.
  const isBound = cookie !== undefined && cookie !== "";
  if (!isBound || !isForm || comesFromElsewhere(request.headers, origin)) return undefined;
  const text = await readAtMost(request, longestFormBytes);
  if (text === undefined) return undefined;
  const fields = new URLSearchParams(text);
  return isSameText(fields.get("csrf") ?? "", csrfTokenOf(cookie)) ? fields : undefined;
}

/** Whether the browser itself says that a form was sent from another site; silence is no proof either way. */
function comesFromElsewhere(headers: Headers, ownOrigin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && site !== "none";
  const origin = headers.get("origin");
  return origin !== null && origin !== "null" && origin !== ownOrigin;
}

/** Stops reading as soon as there is too much, whatever length was announced. */
async function readAtMost({ body }: Request, most: number): Promise<string | undefined> {
  if (body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The body of a request is bytes; the type of the stream does not say so.
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
