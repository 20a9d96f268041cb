import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const answers = new WeakMap<Socket, ServerResponse>();

/** Remembers the answer that a connection waits for, until there is another one. */
export function noteAnswering(response: ServerResponse): void {
  answers.set(response.req.socket, response);
}

/** The answer to the last request that came over a connection, whatever has become of it. */
export function lastAnswer(socket: Socket): ServerResponse | undefined {
  return answers.get(socket);
}
