import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { EventReceiver } from "./event-receiver.ts";

/** What receives events and keeps the sender waiting. */
export interface BadReceiver extends AsyncDisposable, Pick<EventReceiver, "urlOf"> {
  /** Waits until so many senders are kept waiting. @throws when that takes too long */
  readonly held: (count: number) => Promise<void>;
  /** Cuts the senders off. */
  readonly release: () => void;
}

const heldWithinMilliseconds = 120_000;

/** Starts a receiver that never responds, or only after some time. */
export async function startBadReceiver(respondAfterMilliseconds?: number): Promise<BadReceiver> {
  const holding = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    holding.add(response);
    response.on("close", () => holding.delete(response));
    request.resume();
    if (respondAfterMilliseconds === undefined) return;
    const timer = setTimeout(() => response.writeHead(204).end(), respondAfterMilliseconds);
    response.on("close", () => clearTimeout(timer));
  });
  const port = await portOf(server);
  return {
    urlOf: (surveyId) => `http://127.0.0.1:${port}/${surveyId}`,
    async held(count) {
      const deadline = performance.now() + heldWithinMilliseconds;
      while (holding.size < count && performance.now() < deadline) await sleep(20);
      if (holding.size < count) throw new Error(`only ${holding.size} of ${count} senders wait`);
    },
    release: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // It listens on a port.
  return (server.address() as AddressInfo).port;
}
