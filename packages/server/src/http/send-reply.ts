import type { ServerResponse } from "node:http";
import type { Reply } from "./error-reply.ts";

/** Sends a response in one write: the length is known. A response that failed half-way can only be cut. */
export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}
