import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";

/** A running HTTP server. */
export interface Listener {
  /** The address that it listens on, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  /**
   * Stops without cutting anybody off: answers from now on close their connection, idle connections are
   * closed after a moment, and what is still open after `graceMilliseconds` is ended.
   */
  stop(graceMilliseconds: number): Promise<void>;
}

/** What to listen on, and what answers. */
export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly fetch: Parameters<typeof getRequestListener>[0];
}

/** Bounds on what one connection may cost, in milliseconds and bytes. */
const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
} as const;

/** How often a stopping listener looks whether its connections are gone. */
const checkMilliseconds = 50;
/** How long a stopping listener leaves idle connections open: the next request on one is told to close it. */
const idleGraceMilliseconds = 1000;

/** Begins to listen. @throws when the address cannot be listened on */
export async function listen({ host, port, fetch }: ListenerOptions): Promise<Listener> {
  let stopping = false;
  const answer = getRequestListener(fetch, { overrideGlobalObjects: true });
  const server = createServer({ ...limits, keepAlive: true }, (request, response) => {
    if (stopping) response.setHeader("Connection", "close");
    // It answers every failure itself and never rejects.
    void answer(request, response);
  });
  server.on("clientError", refuseMalformed);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  return {
    url: urlOf(server),
    stop: (graceMilliseconds) => {
      stopping = true;
      return stopServer(server, graceMilliseconds);
    },
  };
}

/**
 * The port stays open while connections remain, because a proxy in front needs a moment to learn from the
 * readiness check that it must go elsewhere; closing the server at once would refuse its requests, and
 * would still serve open keep-alive connections for as long as they like.
 */
async function stopServer(server: Server, graceMilliseconds: number): Promise<void> {
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  while ((await connectionCount(server)) > 0 && elapsed() < graceMilliseconds) {
    if (elapsed() > idleGraceMilliseconds) server.closeIdleConnections();
    await sleep(checkMilliseconds);
  }
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}

function connectionCount(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((error, count) => resolve(error === null ? count : 0));
  });
}

function urlOf(server: Server): string {
  // A listening TCP server has an address of this shape.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

const tooLarge = new Set(["HPE_HEADER_OVERFLOW", "HPE_CHUNK_EXTENSIONS_OVERFLOW"]);

/** What is not HTTP gets an answer that is, and its connection is closed before anything else is read from it. */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const status = statusLineFor(error.code);
  const body = `{"code":"InvalidArgument","error":{"type":"invalid_argument"},"data":{},"request_id":"${crypto.randomUUID()}"}`;
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nCache-Control: no-store\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

function statusLineFor(code: string | undefined): string {
  if (code !== undefined && tooLarge.has(code)) return "431 Request Header Fields Too Large";
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "408 Request Timeout" : "400 Bad Request";
}
