import type { ServerResponse } from "node:http";

/** A response that is complete but for being sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Headers of every response that may hold a token: no cache may keep it (RFC 6749, section 5.1), no browser may guess
 * its type. The names are spelt and sorted as `fetch` does, so that all responses of the hub look the same.
 */
export const jsonHeaders = {
  "cache-control": "no-store",
  "content-type": "application/json",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** @param body JSON */
export function jsonReply(body: string): Reply {
  return { status: 200, headers: jsonHeaders, body };
}

/** Sends a reply in one write. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}

/** A reply for an endpoint that is served with the objects of `fetch`. */
export function responseOf({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers });
}
