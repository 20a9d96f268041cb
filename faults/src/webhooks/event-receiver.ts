import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What receives events, and remembers their ids. */
export interface EventReceiver extends AsyncDisposable {
  /** Where the webhook of a survey sends its events. */
  readonly urlOf: (surveyId: number) => string;
  readonly host: string;
  /** How often each event was received, by its id. */
  readonly received: ReadonlyMap<string, number>;
  /** When the event of an answer was first received, by `survey/serial`; ms of `performance.now`. */
  readonly firstAt: ReadonlyMap<string, number>;
}

/** Starts a receiver that accepts every event. */
export async function startEventReceiver(): Promise<EventReceiver> {
  const received = new Map<string, number>();
  const firstAt = new Map<string, number>();
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (text: string) => (body += text));
    request.on("end", () => {
      const id = String(request.headers["webhook-id"]);
      received.set(id, (received.get(id) ?? 0) + 1);
      const event = `${request.url?.slice(1)}/${/"answer_id":(\d+)/.exec(body)?.[1]}`;
      if (!firstAt.has(event)) firstAt.set(event, performance.now());
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
    firstAt,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
