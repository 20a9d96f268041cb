import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** A body of at most this size comes along with its head, and is discarded when it is not read. */
const smallBytes = 16 * 1024;
/** For how long the rest of a body is discarded after the response. */
const lingerMilliseconds = 500;

/**
 * Makes the response close the connection unless the body of the request has been read to its end by then (RFC 9112,
 * section 9.3): a large body that is refused is not to be received for nothing.
 */
export function closeUnlessRead(request: IncomingMessage, response: ServerResponse): void {
  if (!mayBeLarge(request)) return;
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  closeSlowly(request.socket);
  request.once("end", () => {
    response.shouldKeepAlive = shouldKeepAlive;
  });
}

function mayBeLarge({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > smallBytes;
}

function closeSlowly(socket: Socket): void {
  // What Node calls after a response that closes the connection.
  socket.destroySoon = () => endSlowly(socket);
}

/**
 * Closes the writing side first and discards what still comes for a moment (RFC 9112, section 9.6). A connection that is
 * closed while bytes are unread is reset, and its client loses the response. A client that keeps its own side open loses the
 * connection then.
 *
 * @param last what is still to be sent
 */
export function endSlowly(socket: Socket, last = ""): void {
  socket.end(last);
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once("close", () => clearTimeout(timer));
}
