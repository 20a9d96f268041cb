import { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { NativeHandler, RequestOrigin } from "@survey-open-platform/service";
import type { ErrorStatus } from "../config/settings.ts";

/** A call of the API that a page makes for its visitor. */
export interface InProcessCall {
  /** Path and query, percent-encoded. */
  readonly target: string;
  /** The host that the visitor's own request names. */
  readonly host: string;
  /** Where the visitor's own request came from: limits count the call there. */
  readonly origin: RequestOrigin;
  /** GET unless given. */
  readonly method?: "GET" | "POST" | "DELETE";
  /** JSON. */
  readonly body?: string | undefined;
  /** Names the call, so that it is made once when it is sent twice. */
  readonly idempotencyKey?: string | undefined;
  /** Asks for an HTTP status of refusals. */
  readonly errorStatus?: ErrorStatus | undefined;
}

/** The response to a call. */
export interface InProcessResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * Sends a request to the API without a connection. It passes everything that a request over a connection passes:
 * parameters, tokens, limits and log. There is no address to choose, so nothing else can be requested with it (OWASP
 * ASVS 1.3.6, server-side request forgery).
 *
 * @returns undefined when no part of the API serves the path
 */
export function callInProcess(
  api: NativeHandler,
  call: InProcessCall,
): Promise<InProcessResponse> | undefined {
  const written: Buffer[] = [];
  const socket = recordingSocket(written, call.origin);
  const request = requestOf(call, socket);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  if (!api(request, response)) return undefined;
  return new Promise((resolve, reject) => {
    const end = () => resolve(parseResponse(Buffer.concat(written)));
    response.once("finish", end);
    socket.once("full", end);
    response.once("close", () => reject(new Error("the call was cut off without a response")));
  });
}

function requestOf(call: InProcessCall, socket: Socket): IncomingMessage {
  const { target, host, origin, method = "GET", body, idempotencyKey, errorStatus } = call;
  const request = new IncomingMessage(socket);
  Object.assign(request, { httpVersion: "1.1", method, url: target, complete: true });
  request.headers.host = host;
  if (origin.forwardedFor !== undefined) request.headers["x-forwarded-for"] = origin.forwardedFor;
  if (errorStatus !== undefined) request.headers["x-error-status"] = errorStatus;
  if (idempotencyKey !== undefined) {
    request.headers["idempotency-key"] = idempotencyKey;
    request.headersDistinct["idempotency-key"] = [idempotencyKey];
  }
  if (body !== undefined) {
    request.headers["content-type"] = "application/json";
    request.headers["content-length"] = String(Buffer.byteLength(body));
    request.push(body);
  }
  request.push(null);
  return request;
}

/** More than this is not shown: a table of answers has no bound. */
const mostBytes = 20_000_000;

function recordingSocket(written: Buffer[], { remoteAddress }: RequestOrigin): Socket {
  let bytes = 0;
  const stream = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      written.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > mostBytes && stream.emit("full")) stream.destroy();
      done();
    },
  });
  // Request and response ask a socket for nothing beyond a stream but its address.
  return Object.assign(stream, { remoteAddress }) as Socket;
}

function parseResponse(bytes: Buffer): InProcessResponse {
  const end = bytes.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { status: Number(statusLine.split(" ")[1]), headers, body: bytes.toString("utf8", end + 4) };
}
