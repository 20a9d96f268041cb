import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** An event as it came in. */
export interface ReceivedEvent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The bytes of the body. */
  readonly raw: Buffer;
  readonly body: {
    readonly id: string;
    readonly object: string;
    readonly action: string;
    readonly created_at: string;
    readonly payload: Readonly<Record<string, unknown>>;
  };
}

/** A program that gets events. */
export interface WebhookReceiver {
  readonly url: string;
  readonly host: string;
  readonly events: readonly ReceivedEvent[];
  /** What it responds to the next events; 204 at first. */
  respond: (response: ServerResponse, event: ReceivedEvent) => void;
  /** Connections that were opened so far. */
  readonly connections: () => number;
}

/** Starts a receiver, at 127.0.0.1 and a free port by default. It is gone when the test is finished. */
export async function startReceiver(
  given: { readonly host?: string; readonly port?: number } = {},
): Promise<WebhookReceiver> {
  const { host = "127.0.0.1" } = given;
  const events: ReceivedEvent[] = [];
  let connections = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const raw = Buffer.concat(chunks);
      // The tests say what it is.
      const body = JSON.parse(raw.toString()) as ReceivedEvent["body"];
      const event = { path: request.url ?? "", headers: request.headers, raw, body };
      events.push(event);
      receiver.respond(response, event);
    });
  });
  server.on("connection", () => (connections += 1));
  await new Promise<void>((resolve) => {
    server.listen(given.port ?? 0, host, resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    url: `http://${host}:${port}/hook`,
    host: `${host}:${port}`,
    events,
    respond: (response) => response.writeHead(204).end(),
    connections: () => connections,
  };
  return receiver;
}
