import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { PlatformError } from "../errors.ts";
import { errorReply } from "./error-reply.ts";
import { GracefulStop } from "./graceful-stop.ts";
import { isAmbiguous, malformedResponse, refuseMalformed, refuseRequest } from "./malformed-request.ts";
import { serveInTurn } from "./serve-in-turn.ts";

/** A running HTTP server. */
export interface Listener {
  /** The address that it listens on, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  /**
   * Stops without cutting anybody off: answers from now on close their connection, silent connections are
   * ended after a second, the port is closed when nobody comes any more, and what is still open after
   * `graceMilliseconds` is ended a moment later.
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
  /** For how long nothing may come or go while an answer is read. */
  silenceTimeout: 120_000,
};

/** Stands in for the host that a request of HTTP/1.0 need not name. */
const hostWhenNoneIsNamed = "localhost";

/** Begins to listen. @throws when the address cannot be listened on */
export async function listen({ host, port, fetch, limits }: ListenerOptions): Promise<Listener> {
  const answer = getRequestListener(fetch, { hostname: hostWhenNoneIsNamed, errorHandler: failedResponse });
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    gracefulStop.noteRequest(response);
    serveInTurn(response, () => {
      if (isAmbiguous(request)) return refuseRequest(response);
      // It answers every failure itself and never rejects.
      void answer(request, response);
    });
  };
  // A missing host is refused by us, with an envelope.
  const { silenceTimeout, ...bounds } = { ...usualLimits, ...limits };
  const server = createServer({ ...bounds, keepAlive: true, requireHostHeader: false }, serve);
  server.setTimeout(silenceTimeout);
  const gracefulStop = new GracefulStop(server);
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
    stop: (graceMilliseconds) => gracefulStop.stop(graceMilliseconds),
  };
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
