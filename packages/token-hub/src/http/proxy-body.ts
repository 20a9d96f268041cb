import { HubError } from "../errors.ts";

/** What a signature covers has to be read before it is known to be right, so it is bounded. */
const mostSigned = 1024 * 1024;

/** Reads a body to its end. @throws HubError `invalid_argument` when it is longer than a signed one may be */
export async function readSignedBody(request: Request): Promise<Uint8Array> {
  const tooLong = () =>
    new HubError("invalid_argument", { detail: `a signed body of more than ${mostSigned} bytes` });
  if (Number(request.headers.get("content-length") ?? 0) > mostSigned) throw tooLong();
  if (request.body === null) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> = request.body;
  for await (const piece of body) {
    size += piece.length;
    if (size > mostSigned) throw tooLong();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
