import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { hubErrors } from "../errors.ts";
import { lastAnswer, noteAnswering } from "./answering.ts";
import { GracefulStop } from "./graceful-stop.ts";
import { isPlainTarget } from "./plain-target.ts";
import type { Shortcut } from "./token-shortcut.ts";

/** A running HTTP server. */
export interface Listener {
  /** The address that it listens on, such as `http://127.0.0.1:8790`. */
  readonly url: string;
  /**
   * Stops without cutting anybody off: answers from now on close their connection, the port is closed when nobody
   * comes any more, and what is still open after `graceMilliseconds` is ended a moment later.
   */
  stop(graceMilliseconds: number): Promise<void>;
}

/** What to listen on, and what answers. */
export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly fetch: Parameters<typeof getRequestListener>[0];
  /** Asked before everything else. */
  readonly shortcut?: Shortcut;
}

/** Bounds on what one connection may cost, in milliseconds and bytes. */
const limits = {
  headersTimeout: 10_000,
  // Uploads through the proxy may take their time; silence is bounded below.
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
};

/** For how long nothing may come or go. A line that waits for news says something every quarter of a minute. */
const silenceMilliseconds = 120_000;

/** Stands in for the host that a request of HTTP/1.0 need not name. */
const hostWhenNoneIsNamed = "localhost";

/** Begins to listen. @throws when the address cannot be listened on */
export async function listen({ host, port, fetch, shortcut }: ListenerOptions): Promise<Listener> {
  const answer = getRequestListener(fetch, { hostname: hostWhenNoneIsNamed });
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    noteAnswering(response);
    gracefulStop.noteRequest(response);
    if (isAmbiguous(request) || !isPlainTarget(request.url ?? "")) return refuse(response);
    if (shortcut?.(request, response) === true) return undefined;
    // It answers every failure itself and never rejects.
    void answer(request, response);
  };
  const server = createServer({ ...limits, keepAlive: true, requireHostHeader: false }, serve);
  server.setTimeout(silenceMilliseconds);
  const gracefulStop = new GracefulStop(server);
  server.on("checkExpectation", serve);
  server.on("connect", (_request, socket: Socket) => refuseUnread(undefined, socket));
  server.on("clientError", refuseUnread);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  return { url: urlOf(server), stop: (graceMilliseconds) => gracefulStop.stop(graceMilliseconds) };
}

function urlOf(server: Server): string {
  // A listening TCP server has an address of this shape.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/**
 * Whether two servers in a row could read a request differently, which is how requests are smuggled past the first
 * one: several hosts or none (RFC 9112, section 3.2), an encoding of which `chunked` is not all (section 6.1), or a
 * GET in chunks (RFC 9110, section 9.3.1).
 */
function isAmbiguous({ method, headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  const encoding = headers["transfer-encoding"];
  const isPlainMethod = method === "GET" || method === "HEAD";
  if (encoding !== undefined && (encoding !== "chunked" || isPlainMethod)) return true;
  const hosts = countOf("host", rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersionMinor > 0)) return true;
  // Node takes the first of them, what stands in front may take the last.
  return countOf("authorization", rawHeaders) > 1;
}

/** Names and values take turns in the list. It is gone through for every request, so nothing is made of it. */
function countOf(header: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === header.length && name.toLowerCase() === header) count += 1;
  }
  return count;
}

const refusal = JSON.stringify({
  error: { type: "invalid_argument", message: hubErrors.invalid_argument.says },
});

/** Refuses a request without looking further into it, and closes its connection. */
function refuse(response: ServerResponse): void {
  response
    .writeHead(400, { "Content-Type": "application/json", "Cache-Control": "no-store", Connection: "close" })
    .end(refusal);
}

/** What the parser's complaints mean, apart from 400. */
const statuses = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", 408],
  ["HPE_HEADER_OVERFLOW", 431],
]);

interface ParserError extends Error {
  readonly code?: string;
}

/** Answers what the parser could not read, unless it is the rest of a request that has its answer already. */
function refuseUnread(error: ParserError | undefined, socket: Socket): void {
  const response = lastAnswer(socket);
  const isLate = response?.headersSent === true && !response.writableFinished;
  if (!socket.writable || error?.code === "ECONNRESET" || isLate) return void socket.destroy();
  const status = statuses.get(error?.code ?? "") ?? 400;
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n`;
  socket.end(`${head}Content-Length: ${Buffer.byteLength(refusal)}\r\nConnection: close\r\n\r\n${refusal}`);
}
