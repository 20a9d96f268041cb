import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { lastResponse, noteResponse } from "./last-response.ts";

/** Requests that may wait for their turn on one connection; clients hardly ever send a second one early. */
const mostWaiting = 32;

const waiting = new WeakMap<Socket, number>();

/**
 * Serves the requests of a connection one after the other, each when the response before it has been taken. The
 * parser hands over everything that came in one piece at once (RFC 9112, section 9.3.2), so a client that sends a
 * thousand requests and never reads would have a thousand responses made and kept. A client that sends too many
 * ahead loses the connection. What comes behind a response that closes the connection is not looked at (RFC 9112,
 * section 9.6): after a refused framing it may not be a request at all (section 11.2).
 */
export function serveInTurn(response: ServerResponse, serve: () => void): void {
  const { socket } = response.req;
  const before = lastResponse(socket);
  noteResponse(response);
  const serveWhileOpen = () => {
    // Node ends the writing side as soon as a response that closes the connection is finished.
    if (socket.writable) serve();
  };
  if (before === undefined || before.writableFinished) return serveWhileOpen();
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > mostWaiting) return void socket.destroy();
  waiting.set(socket, count);
  before.once("finish", () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    serveWhileOpen();
  });
}
