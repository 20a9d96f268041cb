import { type IncomingMessage, createServer, type Server, type ServerResponse } from "node:http";
import { MalformedRequests, isAmbiguous, type Refusal, type RefusalStatus } from "./malformed-request.ts";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";
import { Connections, lastResponse, recordResponse } from "./connections.ts";
import { GracefulStop } from "./graceful-stop.ts";
import { hostWhenNoneIsNamed } from "./request-target.ts";
import { serveAfter } from "./serve-in-turn.ts";
import { endSilentConnections } from "./silent-connections.ts";
import { closeUnlessRead } from "./unread-body.ts";

/**
 * Ends a request whose body does not arrive in time. Node has one bound for all requests of a server, and forms with files need a
 * longer one than the rest: theirs is Node's.
 */
function endSlowBody(
  request: IncomingMessage,
  { requestTimeout, refuse }: { readonly requestTimeout: number; readonly refuse: MalformedRequests },
): void {
  const { headers, socket } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined;
  if (!hasBody || request.complete || isUpload(headers["content-type"])) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    refuse.refuseConnection(
      Object.assign(new Error("the body is too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }),
      socket,
    );
  }, requestTimeout);
  timer.unref();
  const stop = () => clearTimeout(timer);
  request.once("end", stop);
  request.once("close", stop);
}

function isUpload(contentType = ""): boolean {
  return contentType.startsWith("multipart/form-data;");
}

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

/**
 * Serves requests on Node's own objects, which costs less than making them into those of `fetch`. It ends the response
 * of each request that it takes, at once or later.
 *
 * @returns whether it takes the request; one that it leaves gets to `fetch`
 */
export type NativeHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/** What to listen on, and what responds. */
export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  readonly fetch: Parameters<typeof getRequestListener>[0];
  /** Asked before `fetch`, behind the same checks. */
  readonly native?: NativeHandler;
  /** The response to requests that never reach `native` or `fetch`. */
  readonly refusal: (status: RefusalStatus) => Refusal;
  /** Further reasons to refuse a request as malformed. */
  readonly isMalformed?: (request: IncomingMessage) => boolean;
  /** Called with the first request of each connection, before it is served. */
  readonly onFirstRequest?: (request: IncomingMessage) => void;
  /** Bounds that differ from the usual ones. */
  readonly limits?: Partial<typeof usualLimits>;
}

/** Bounds on what one connection may cost, in milliseconds and bytes. */
export const usualLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  /** For forms with files, which come over slow networks too. */
  uploadTimeout: 600_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
  /** After how long without a byte a request under way is ended, at the earliest: see `endSilentConnections`. */
  silenceTimeout: 120_000,
  mostConnections: 5_000,
};

/** Begins to listen. @throws when the address cannot be listened on */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port, limits } = options;
  // A missing host is refused by us, with a body.
  const { silenceTimeout, mostConnections, requestTimeout, uploadTimeout, ...bounds } = {
    ...usualLimits,
    ...limits,
  };
  const server = createServer({
    ...bounds,
    requestTimeout: Math.max(requestTimeout, uploadTimeout),
    keepAlive: true,
    requireHostHeader: false,
    optimizeEmptyRequests: true,
  });
  const connections = new Connections(server, mostConnections);
  endSilentConnections(server, connections, silenceTimeout);
  const gracefulStop = new GracefulStop(server, connections);
  const malformed = new MalformedRequests(options.refusal);
  const serve = requestHandler(options, malformed, (response) => {
    endSlowBody(response.req, { requestTimeout, refuse: malformed });
    connections.recordRequest(response.req.socket);
    gracefulStop.recordRequest(response);
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
  { fetch, isMalformed, onFirstRequest, native = leaveToFetch }: ListenerOptions,
  malformed: MalformedRequests,
  recordRequest: (response: ServerResponse) => void,
): RequestHandler {
  const handle = getRequestListener(fetch, {
    hostname: hostWhenNoneIsNamed,
    errorHandler: (error) => malformed.response(error instanceof RequestError ? 400 : 500),
  });
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    // Node ends the writing side as soon as a response that closes the connection is finished. What comes behind it is
    // not looked at (RFC 9112, section 9.6): after a refused framing it may not be a request at all (section 11.2).
    if (!request.socket.writable) return;
    closeUnlessRead(request, response);
    if (isAmbiguous(request) || isMalformed?.(request) === true) return malformed.refuse(response, 400);
    // The adapter responds to every failure itself and never rejects.
    if (!serveNatively(native, response, malformed)) void handle(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const before = lastResponse(socket);
    recordResponse(response);
    recordRequest(response);
    if (before === undefined) onFirstRequest?.(request);
    if (before === undefined || before.writableFinished) serve(request, response);
    else serveAfter(before, socket, () => serve(request, response));
  };
}

function leaveToFetch(): boolean {
  return false;
}

/** A handler that fails has taken the request: without a response, its connection would wait until it times out. */
function serveNatively(
  native: NativeHandler,
  response: ServerResponse,
  malformed: MalformedRequests,
): boolean {
  try {
    return native(response.req, response);
  } catch {
    if (response.headersSent) response.destroy();
    else malformed.refuse(response, 500);
    return true;
  }
}

function urlOf(server: Server): string {
  // A listening TCP server has an address of this shape.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
}
