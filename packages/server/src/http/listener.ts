import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import { PlatformError } from "../errors.ts";
import { errorReply } from "./error-reply.ts";
import {
  isAmbiguous,
  malformedResponse,
  noteAnswering,
  refuseMalformed,
  refuseRequest,
} from "./malformed-request.ts";

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
  /** Narrower or wider bounds than the usual ones. */
  readonly limits?: Partial<typeof usualLimits>;
}

/** Bounds on what one connection may cost, in milliseconds and bytes. */
const usualLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
};

/** Stands in for the host that a request of HTTP/1.0 need not name. */
const hostWhenNoneIsNamed = "localhost";

/** How often a stopping listener looks whether its connections are gone. */
const checkMilliseconds = 50;
/** How long a stopping listener leaves idle connections open: the next request on one is told to close it. */
const idleGraceMilliseconds = 1000;

/** Begins to listen. @throws when the address cannot be listened on */
export async function listen({ host, port, fetch, limits }: ListenerOptions): Promise<Listener> {
  let stopping = false;
  const answer = getRequestListener(fetch, { hostname: hostWhenNoneIsNamed, errorHandler: failedResponse });
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    noteAnswering(response);
    if (isAmbiguous(request)) return refuseRequest(response);
    if (stopping) response.setHeader("Connection", "close");
    // It answers every failure itself and never rejects.
    void answer(request, response);
  };
  // A missing host is refused by us, with an envelope.
  const server = createServer(
    { ...usualLimits, ...limits, keepAlive: true, requireHostHeader: false },
    serve,
  );
  server.on("checkExpectation", serve);
  server.on("connect", (_request, socket: Socket) =>
    refuseMalformed(new Error("tunnels are not served"), socket),
  );
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

/** What the application did not answer itself: requests without a readable address, and its own failures. */
function failedResponse(error: unknown): Response {
  if (error instanceof RequestError) return malformedResponse();
  return errorReply(new PlatformError("internal_error", { cause: error }), randomUUID(), "ok");
}
