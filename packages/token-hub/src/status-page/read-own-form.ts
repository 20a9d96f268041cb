import { comesFromElsewhere, isCsrfTokenOf } from "@survey-open-platform/service";

const longestFormBytes = 4 * 1024;

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
  return isCsrfTokenOf(cookie, fields.get("csrf") ?? "") ? fields : undefined;
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
