import { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import type { NativeHandler } from "../../src/http/listener.ts";
import { parseReplies } from "./raw-http.ts";

/**
 * Hands a request to a native handler as the listener does, without a connection. The response is read from the bytes
 * that would go over it.
 *
 * @returns undefined when the handler leaves the request
 */
export function serveWithoutSocket(
  native: NativeHandler,
  url: string,
  init?: RequestInit,
): Promise<Response> | undefined {
  let written = "";
  const connection = new Duplex({
    read: () => undefined,
    write(chunk: Buffer, _encoding, done) {
      written += chunk.toString("latin1");
      done();
    },
  });
  // All that request and response ask of a socket beyond a stream is the address, which is unknown here.
  const socket = connection as Socket;
  const sent = new Request(url, init);
  const request = requestOf(socket, sent);
  const response = new ServerResponse(request);
  response.assignSocket(socket);
  if (!native(request, response)) return undefined;
  // Not earlier: the body of a request that is left has to stay unread.
  if (sent.body !== null) void pushBody(request, sent.body);
  return new Promise((resolve, reject) => {
    response.once("finish", () => resolve(responseIn(written)));
    response.once("close", () => reject(new Error("the connection was closed without a response")));
  });
}

function requestOf(socket: Socket, sent: Request): IncomingMessage {
  const { method, url, headers, body } = sent;
  const { host, pathname, search, hash } = new URL(url);
  const request = new IncomingMessage(socket);
  Object.assign(request, { httpVersion: "1.1", httpVersionMajor: 1, httpVersionMinor: 1 });
  request.method = method;
  request.url = pathname + search + hash;
  for (const [name, value] of new Map([["host", host], ...headers])) {
    request.headers[name] = value;
    request.headersDistinct[name] = [value];
    request.rawHeaders.push(name, value);
  }
  if (body === null) endOf(request);
  return request;
}

async function pushBody(request: IncomingMessage, body: ReadableStream<Uint8Array>): Promise<void> {
  for await (const chunk of body) request.push(Buffer.from(chunk));
  endOf(request);
}

/** Without `complete` the end of a body would count as cut off, and close the connection. */
function endOf(request: IncomingMessage): void {
  request.complete = true;
  request.push(null);
}

function responseIn(written: string): Response {
  const [reply] = parseReplies(written);
  if (reply === undefined) throw new Error("the response is empty");
  const { status, headers, body } = reply;
  return new Response(body, { status, headers });
}
