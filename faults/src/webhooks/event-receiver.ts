import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What receives events, and remembers their ids. */
export interface EventReceiver extends AsyncDisposable {
  /** Where the webhook of a survey sends its events. */
  readonly urlOf: (surveyId: number) => string;
  readonly host: string;
  /** How often each event was received, by its id. */
  readonly received: ReadonlyMap<string, number>;
}

/** Starts a receiver that accepts every event. */
export async function startEventReceiver(): Promise<EventReceiver> {
  const received = new Map<string, number>();
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      const id = String(request.headers["webhook-id"]);
      received.set(id, (received.get(id) ?? 0) + 1);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    urlOf: (surveyId) => `http://${host}/${surveyId}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
