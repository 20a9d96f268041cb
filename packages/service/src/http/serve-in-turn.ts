import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that may wait for their turn on one connection; clients hardly ever send a second one early. */
const mostWaiting = 32;

const waiting = new WeakMap<Socket, number>();

/**
 * Serves a request once the response before it on its connection has been taken. The parser hands over everything that
 * came in one piece at once (RFC 9112, section 9.3.2), so a client that sends a thousand requests and never reads would
 * have a thousand responses made and kept. A client that sends too many ahead loses the connection.
 */
export function serveAfter(before: ServerResponse, socket: Socket, serve: () => void): void {
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > mostWaiting) return void socket.destroy();
  waiting.set(socket, count);
  before.once("finish", () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    serve();
  });
}
