import { randomUUID } from "node:crypto";
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { PlatformError } from "../errors.ts";
import { lastAnswer } from "./answering.ts";
import { apiHeaders } from "./api-headers.ts";
import { errorEnvelope } from "./envelope.ts";
import { errorHeaders } from "./error-reply.ts";

/** What the parser says of a request that it cannot read. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The bytes at hand when it gave up. */
  readonly rawPacket?: Buffer;
}

/** An answer before it takes the form that its way out needs. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Whether two servers in a row could read a request differently, which is how requests are smuggled past
 * the first one: several hosts or none (RFC 9112, section 3.2), an encoding of which `chunked` is not all
 * (section 6.1), or a GET in chunks, which no client of ours has a use for (RFC 9110, section 9.3.1).
 */
export function isAmbiguous({ method, headers, rawHeaders, httpVersionMinor }: IncomingMessage): boolean {
  const encoding = headers["transfer-encoding"];
  if (encoding !== undefined && (encoding !== "chunked" || method === "GET" || method === "HEAD"))
    return true;
  const hosts = hostCount(rawHeaders);
  return hosts > 1 || (hosts === 0 && httpVersionMinor > 0);
}

/** Names and values take turns in the list. It is gone through for every request, so nothing is made of it. */
function hostCount(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count;
}

/** Refuses a request without looking further into it, and closes its connection. */
export function refuseRequest(response: ServerResponse): void {
  const { status, headers, body } = malformedReply(400);
  response.writeHead(status, { ...headers }).end(body);
}

/** The answer to a request that the adapter cannot make sense of. */
export function malformedResponse(): Response {
  const { status, headers, body } = malformedReply(400);
  return new Response(body, { status, headers });
}

/**
 * Answers what the parser could not read, once and in turn: after the answers before it, and not at all
 * when it is the rest of a request that has its answer already.
 */
export function refuseMalformed(error: ParserError, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") return void socket.destroy();
  const response = lastAnswer(socket);
  if (response?.headersSent && !response.req.complete) return socket.destroySoon();
  const refuse = () => socket.end(asText(replyTo(error)));
  if (response?.req.complete && !response.writableFinished) response.once("finish", refuse);
  else refuse();
}

/** The parser knows no other methods; what reads like a request otherwise is told that its method is the problem. */
const requestLine = /^[!#$%&'*+.^_`|~\w-]{1,64} \/[\x21-\x7e]* HTTP\/1\.[01]\r\n/;

function replyTo({ code, rawPacket }: ParserError): Reply {
  if (code === "HPE_INVALID_METHOD" && requestLine.test(rawPacket?.toString("latin1") ?? "")) {
    return replyFor(new PlatformError("no_route", { allow: "GET" }), 405);
  }
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return malformedReply(408);
  return malformedReply(code !== undefined && tooLarge.has(code) ? 431 : 400);
}

const tooLarge = new Set(["HPE_HEADER_OVERFLOW", "HPE_CHUNK_EXTENSIONS_OVERFLOW"]);

function malformedReply(status: number): Reply {
  return replyFor(new PlatformError("invalid_argument"), status);
}

function replyFor(error: PlatformError, status: number): Reply {
  const requestId = randomUUID();
  const body = errorEnvelope(error, requestId);
  const length = { "Content-Length": String(Buffer.byteLength(body)) };
  return {
    status,
    body,
    headers: { ...apiHeaders(requestId), ...errorHeaders(error), ...length, Connection: "close" },
  };
}

function asText({ status, headers, body }: Reply): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
