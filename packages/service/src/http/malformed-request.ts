import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { lastResponse } from "./connections.ts";
import { endSlowly } from "./unread-body.ts";

/** What the parser reports of a request that it cannot read. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The bytes at hand when it gave up. */
  readonly rawPacket?: Buffer;
}

/** Why a request never reaches the application: malformed, unknown method, too slow, head too large, our failure. */
export type RefusalStatus = 400 | 405 | 408 | 431 | 500;

/** A response to a request that never reaches the application. */
export interface Refusal {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Whether two servers in a row could read a request differently, which is how requests are smuggled past
 * the first one (RFC 9112, section 11.2).
 */
export function isAmbiguous(request: IncomingMessage): boolean {
  return hasAmbiguousFraming(request) || hasAmbiguousHost(request);
}

/**
 * An encoding of which `chunked` is not all, or that HTTP/1.0 does not have (RFC 9112, section 6.1), or a GET in
 * chunks, which no client of ours has a use for (RFC 9110, section 9.3.1).
 */
function hasAmbiguousFraming({ method, headers, httpVersion }: IncomingMessage): boolean {
  const encoding = headers["transfer-encoding"];
  if (encoding === undefined) return false;
  return encoding !== "chunked" || httpVersion === "1.0" || method === "GET" || method === "HEAD";
}

/** A name or an address, perhaps with a port (RFC 3986, section 3.2): no user, no path, no space. */
const hostShape = /^(\[[\da-f:.]+\]|[\w.~-]+)(:\d{0,5})?$/i;

/** Several hosts, none, or one that is no host (RFC 9112, section 3.2). */
function hasAmbiguousHost({ headers: { host }, rawHeaders, httpVersion }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion !== "1.0";
  return !hostShape.test(host) || countHeaders("host", rawHeaders) > 1;
}

/** How often a header is sent. Names and values alternate in the list; no copy is made for each request. */
export function countHeaders(header: string, rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === header.length && name.toLowerCase() === header) count += 1;
  }
  return count;
}

/** The parser knows no other methods; what is otherwise a request line is refused for its method. */
const requestLine = /^[!#$%&'*+.^_`|~\w-]{1,64} \/[\x21-\x7e]* HTTP\/1\.[01]\r\n/;
const tooLarge = new Set(["HPE_HEADER_OVERFLOW", "HPE_CHUNK_EXTENSIONS_OVERFLOW"]);

function statusOf({ code, rawPacket }: ParserError): RefusalStatus {
  if (code === "HPE_INVALID_METHOD" && requestLine.test(rawPacket?.toString("latin1") ?? "")) return 405;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return 408;
  return code !== undefined && tooLarge.has(code) ? 431 : 400;
}

/** Responds to requests that never reach the application, and closes their connections. */
export class MalformedRequests {
  readonly #refusal: (status: RefusalStatus) => Refusal;

  constructor(refusal: (status: RefusalStatus) => Refusal) {
    this.#refusal = refusal;
  }

  /** Refuses a request that the parser could read, and closes its connection. */
  refuse(response: ServerResponse, status: RefusalStatus): void {
    const { headers, body } = this.#closing(status);
    response.writeHead(status, headers).end(body);
  }

  /** The response to a request that the adapter cannot handle. */
  response(status: RefusalStatus): Response {
    const { headers, body } = this.#closing(status);
    return new Response(body, { status, headers });
  }

  /**
   * Responds to what the parser could not read, once and in turn: after the responses before it, and not at all
   * when it is the rest of a request that has its response already.
   */
  refuseConnection(error: ParserError, socket: Socket): void {
    if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
    const response = lastResponse(socket);
    if (response?.headersSent && !response.req.complete) return socket.destroySoon();
    const refuse = () => {
      // The response before it may have closed the connection.
      if (socket.writable) endSlowly(socket, this.#asText(statusOf(error)));
    };
    if (response?.req.complete && !response.writableFinished) response.once("finish", refuse);
    else refuse();
  }

  #closing(status: RefusalStatus) {
    const { headers, body } = this.#refusal(status);
    const length = String(Buffer.byteLength(body));
    return { body, headers: { ...headers, "Content-Length": length, Connection: "close" } };
  }

  #asText(status: RefusalStatus): string {
    const { headers, body } = this.#closing(status);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
  }
}
