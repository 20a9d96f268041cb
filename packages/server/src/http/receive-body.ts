import type { IncomingMessage } from "node:http";
import { ParameterProblem } from "./parameters.ts";

/** The longest body of a call, in bytes. */
export const longestBody = 1024 * 1024;

/**
 * Receives the body of a request. A body that is too long is refused as soon as that is known, and no more than its limit is
 * ever kept (RFC 9110, section 15.5.14); the listener then closes the connection.
 *
 * @param maximum the most bytes
 * @throws `ParameterProblem` (`invalid_argument`); `BodyTooLong`, which is one
 */
export async function receiveBody(request: IncomingMessage, maximum = longestBody): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > maximum) throw new BodyTooLong(maximum);
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection has to stay open for the response.
  for await (const chunk of chunksOf(request)) {
    length += chunk.length;
    if (length > maximum) throw new BodyTooLong(maximum);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer, void> {
  try {
    // A request without an encoding is a stream of buffers.
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  } catch (error) {
    throw new ParameterProblem("body", "was cut off", { cause: error });
  }
}

/** A body that is longer than is received. */
export class BodyTooLong extends ParameterProblem {
  /** @param maximum the most bytes */
  constructor(maximum: number) {
    super("body", `is longer than ${maximum} bytes`);
  }
}
