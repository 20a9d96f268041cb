import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { lastAnswer, noteAnswering } from "./answering.ts";

/** Requests that may wait for their turn over one connection; programs hardly ever send a second one early. */
const waitingAtMost = 32;

const waiting = new WeakMap<Socket, number>();

/**
 * Serves the requests of a connection one after the other, each when the answer before it has been taken. The
 * parser hands over everything that came in one piece at once (RFC 9112, section 9.3.2), so that somebody who
 * sends a thousand requests and never reads would have a thousand answers made and kept. Who sends too many
 * ahead loses the connection.
 */
export function serveInTurn(response: ServerResponse, serve: () => void): void {
  const { socket } = response.req;
  const before = lastAnswer(socket);
  noteAnswering(response);
  if (before === undefined || before.writableFinished) return serve();
  const count = (waiting.get(socket) ?? 0) + 1;
  if (count > waitingAtMost) return void socket.destroy();
  waiting.set(socket, count);
  before.once("finish", () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    serve();
  });
}
