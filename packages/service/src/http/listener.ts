import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { Connections } from "./connections.ts";
import { GracefulStop } from "./graceful-stop.ts";
import { isAmbiguous, MalformedRequests, type Refusal, type RefusalStatus } from "./malformed-request.ts";
import { serveInTurn } from "./serve-in-turn.ts";
import { closeUnlessRead } from "./unread-body.ts";

/** A running HTTP server. */
export interface Listener {
  /** The address that it listens on, such as `http://127.0.0.1:8787`. */
  readonly url: string;
  /**
   * Stops without cutting off a request: responses from now on close their connection, silent connections are
   * ended after a second, the port is closed once no more requests come, and what is still open after
   * `graceMilliseconds` is ended a moment later.
   */
  stop(graceMilliseconds: number): Promise<void>;
}

/** What to listen on, and what responds. */
export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly fetch: Parameters<typeof getRequestListener>[0];
  /** The response to requests that never reach `fetch`. */
  readonly refusal: (status: RefusalStatus) => Refusal;
  /** Further reasons to refuse a request as malformed. */
  readonly isMalformed?: (request: IncomingMessage) => boolean;
  /** Bounds that differ from the usual ones. */
  readonly limits?: Partial<typeof usualLimits>;
}

/** Bounds on what one connection may cost, in milliseconds and bytes. */
const usualLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  /** For how long nothing may come or go while a response is read. */
  silenceTimeout: 120_000,
  mostConnections: 5_000,
};

/** Takes the place of the host that a request of HTTP/1.0 need not name. */
const hostWhenNoneIsNamed = "localhost";

/** Begins to listen. @throws when the address cannot be listened on */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port, limits } = options;
  // A missing host is refused by us, with a body.
  const { silenceTimeout, mostConnections, ...bounds } = { ...usualLimits, ...limits };
  const server = createServer({ ...bounds, keepAlive: true, requireHostHeader: false });
  server.setTimeout(silenceTimeout);
  const connections = new Connections(server, mostConnections);
  const gracefulStop = new GracefulStop(server, connections);
  const malformed = new MalformedRequests(options.refusal);
  const serve = requestHandler(options, malformed, (response) => {
    connections.noteRequest(response.req.socket);
    gracefulStop.noteRequest(response);
  });
  server.on("request", serve);
  server.on("checkExpectation", serve);
  server.on("connect", (_request, socket: Socket) =>
    malformed.refuseConnection(new Error("tunnels are not served"), socket),
  );
  server.on("clientError", (error, socket: Socket) => malformed.refuseConnection(error, socket));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  return { url: urlOf(server), stop: (graceMilliseconds) => gracefulStop.stop(graceMilliseconds) };
}

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

function requestHandler(
  { fetch, isMalformed }: ListenerOptions,
  malformed: MalformedRequests,
  noteRequest: (response: ServerResponse) => void,
): RequestHandler {
  const handle = getRequestListener(fetch, {
    hostname: hostWhenNoneIsNamed,
    errorHandler: (error) => malformed.response(error instanceof RequestError ? 400 : 500),
  });
  return (request, response) => {
    noteRequest(response);
    serveInTurn(response, () => {
      closeUnlessRead(request, response);
      if (isAmbiguous(request) || isMalformed?.(request) === true) return malformed.refuse(response);
      // It responds to every failure itself and never rejects.
      return void handle(request, response);
    });
  };
}

function urlOf(server: Server): string {
  // A listening TCP server has an address of this shape.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
