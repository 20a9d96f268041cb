import type { ServerResponse, Server } from "node:http";
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

/**
 * The open connections of a server, the one that was used longest ago first. There are at most `most` of them: a further
 * one takes the place of the one that has been idle for longest. When none is idle, it takes the place of the one that has
 * sent its request for longest, because a client can send a body as slowly as it likes. When all requests have been
 * received, the further connection is closed itself.
 */
export class Connections {
  readonly #open = new Set<Socket>();
  readonly #most: number;

  constructor(server: Server, most: number) {
    this.#most = most;
    server.on("connection", (socket) => {
      if (this.#open.size >= this.#most && !this.#makeRoom()) return socket.destroy();
      this.#open.add(socket);
      return socket.once("close", () => this.#open.delete(socket));
    });
  }

  get open(): ReadonlySet<Socket> {
    return this.#open;
  }

  /** To be called for every request. */
  recordRequest(socket: Socket): void {
    // Added again it is the last one in the order of a set.
    if (this.#open.delete(socket)) this.#open.add(socket);
  }

  #makeRoom(): boolean {
    const open = [...this.#open];
    const socket = open.find(isIdle) ?? open.find(isSending);
    if (socket === undefined) return false;
    this.#open.delete(socket);
    socket.destroy();
    return true;
  }
}

/** Whether a connection has no request under way; one whose head is incomplete counts as idle. */
export function isIdle(socket: Socket): boolean {
  return lastResponse(socket)?.writableFinished ?? true;
}

function isSending(socket: Socket): boolean {
  return lastResponse(socket)?.req.complete === false;
}
