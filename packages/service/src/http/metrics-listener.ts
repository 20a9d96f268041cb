import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Metrics are read on this machine; there is no setting for another address on purpose. */
const host = "127.0.0.1";

/** What Prometheus reads. */
export interface ReadableMetrics {
  readonly contentType: string;
  /** Everything counted so far, in the text form that Prometheus reads. */
  readonly text: () => Promise<string>;
}

/** The server that Prometheus reads from. */
export interface MetricsListener {
  readonly url: string;
  stop(): Promise<void>;
}

/** Serves metrics, and nothing else, on loopback alone. @throws when the port cannot be listened on */
export async function listenForMetrics(metrics: ReadableMetrics, port: number): Promise<MetricsListener> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "Content-Type": metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve());
  });
  // A listening TCP server has an address of this shape.
  const { port: actual } = server.address() as AddressInfo;
  return { url: `http://${host}:${actual}/metrics`, stop: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
