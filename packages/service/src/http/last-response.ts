import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

const responses = new WeakMap<Socket, ServerResponse>();

/** Remembers the response to the newest request of a connection. */
export function recordResponse(response: ServerResponse): void {
  responses.set(response.req.socket, response);
}

/** The response to the last request that came over a connection, finished or not. */
export function lastResponse(socket: Socket): ServerResponse | undefined {
  return responses.get(socket);
}
