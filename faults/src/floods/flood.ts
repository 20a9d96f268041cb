import type { Socket } from "node:net";

/** The target of a flood. */
export interface FloodTarget {
  readonly host: string;
  readonly port: number;
}

/** What a flood has done so far. */
export interface FloodTally {
  /** Connections that are open now. */
  connections: number;
  /** Requests that got any response. */
  answered: number;
  /** Connections that the platform closed. */
  closed: number;
}

/** Something that many hostile clients do at once, until its process is killed. */
export type Flood = (target: FloodTarget, tally: FloodTally) => Promise<void>;

/** Counts a connection while it is open; errors are expected. */
export function countConnection(socket: Socket, tally: FloodTally): void {
  socket.on("error", () => undefined);
  socket.once("connect", () => {
    tally.connections += 1;
    socket.once("close", () => {
      tally.connections -= 1;
      tally.closed += 1;
    });
  });
}
