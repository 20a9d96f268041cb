import type { Server } from "node:http";
import type { Socket } from "node:net";
import type { Connections } from "./connections.ts";

/** How often connections are looked at within the time for which they may be silent. */
const looks = 4;

/**
 * Ends connections on which nothing comes or goes for `silenceMilliseconds` while a request is under way, a quarter to half of that
 * time later; one that waits for its next request has a shorter time of its own. Node could set a timer for each request. Instead one is
 * set for a connection that was silent from one look to the next: see docs/performance.md.
 */
export function endSilentConnections(
  server: Server,
  connections: Connections,
  silenceMilliseconds: number,
): void {
  const seen = new WeakMap<Socket, number>();
  const timer = setInterval(() => {
    for (const socket of connections.open) {
      const bytes = socket.bytesRead + socket.bytesWritten;
      // A connection that waits for its next request has a timeout already; Node sets it to 0 when that comes.
      if (seen.get(socket) === bytes && !socket.timeout) socket.setTimeout(silenceMilliseconds);
      seen.set(socket, bytes);
    }
  }, silenceMilliseconds / looks);
  timer.unref();
  server.once("close", () => clearInterval(timer));
}
