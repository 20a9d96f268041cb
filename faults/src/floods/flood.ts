import type { Socket } from "node:net";

/** What a flood is aimed at. */
export interface FloodTarget {
  readonly host: string;
  readonly port: number;
}

/** What a flood has done so far. */
export interface FloodTally {
  /** Connections that are open now. */
  connections: number;
  /** Requests that were answered, in whatever way. */
  answered: number;
  /** Connections that the platform closed. */
  closed: number;
}

/** Something that many hostile clients do at once; it goes on until the process that it runs in is ended. */
export type Flood = (target: FloodTarget, tally: FloodTally) => Promise<void>;

/** Counts a connection for as long as it is there; errors are what a hostile client expects. */
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
