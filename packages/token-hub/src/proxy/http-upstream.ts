import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { Upstream, UpstreamResponse, UpstreamRequest } from "./upstream.ts";

/** A way to the platform with connections of its own. */
export interface HttpUpstream {
  readonly send: Upstream;
  /** Closes idle connections. */
  readonly close: () => void;
}

/** The hub requests none of these encodings, but some servers in between use them anyway. */
const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Calls over Node's own client. It takes half of what `fetch` takes for the same call, and half of what the proxy
 * does is this.
 */
export function createHttpUpstream(): HttpUpstream {
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  const open = (request: UpstreamRequest): ClientRequest => {
    const { method, headers, signal } = request;
    const { protocol, hostname, port, pathname, search } = new URL(request.url);
    // An IPv6 address has brackets in a URL only.
    const host = hostname.replace(/^\[|\]$/g, "");
    const options = { method, headers, signal, host, port, path: pathname + search };
    return protocol === "https:"
      ? httpsRequest({ ...options, agent: agents.https })
      : httpRequest({ ...options, agent: agents.http });
  };
  return {
    send: async (request) => await sendAgainIfStale(request, open),
    close: () => {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** The platform may have closed a connection just when it was taken for this call: what changes nothing takes another. */
async function sendAgainIfStale(
  request: UpstreamRequest,
  open: (request: UpstreamRequest) => ClientRequest,
): Promise<UpstreamResponse> {
  const first = open(request);
  try {
    return await send(first, request);
  } catch (error) {
    const isStale = first.reusedSocket && !request.signal.aborted && request.method === "GET";
    if (isStale) return await send(open(request), request);
    throw error;
  }
}

async function send(sending: ClientRequest, { body }: UpstreamRequest): Promise<UpstreamResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<UpstreamResponse>();
  sending.on("error", reject);
  sending.on("response", (incoming) => {
    const stream = decoded(incoming);
    if (stream !== undefined) return resolve(responseOf(incoming, stream));
    incoming.destroy();
    reject(new Error("an encoding that was not requested"));
  });
  if (body instanceof ReadableStream) {
    const upload = Readable.fromWeb(body);
    upload.on("error", (error) => sending.destroy(error));
    upload.pipe(sending);
  } else sending.end(body);
  return await promise;
}

function responseOf(incoming: IncomingMessage, stream: Readable): UpstreamResponse {
  // Reading reports it; a stream without a listener would end the process.
  stream.on("error", () => undefined);
  let pieces: AsyncIterator<Buffer> | undefined;
  return {
    status: incoming.statusCode ?? 0,
    header: (name) => headerOf(incoming, name),
    readAll: () => readAll(stream),
    async read() {
      // Without an encoding a stream gives bytes.
      pieces ??= stream.iterator() as AsyncIterator<Buffer>;
      const next = await pieces.next();
      return next.done === true ? undefined : next.value;
    },
    cancel: () => void incoming.destroy(),
  };
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

/** @returns undefined for an unsupported encoding */
function decoded(incoming: IncomingMessage): Readable | undefined {
  const encoding = incoming.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding === "identity") return incoming;
  const decoder = decoders[encoding]?.();
  if (decoder === undefined) return undefined;
  incoming.on("error", (error) => decoder.destroy(error));
  return incoming.pipe(decoder);
}

async function readAll(stream: Readable): Promise<Buffer> {
  // A stream that has already ended would emit no further event.
  if (stream.destroyed) throw new Error("the response broke off");
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pieces: Buffer[] = [];
  stream.on("data", (piece: Buffer) => void pieces.push(piece));
  stream.on("end", () => resolve(Buffer.concat(pieces)));
  stream.on("error", reject);
  stream.on("close", () => reject(new Error("the response broke off")));
  return await promise;
}
