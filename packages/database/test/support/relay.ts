import { connect, createServer, type AddressInfo, type NetConnectOpts, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** A stretch of network between a client and a server that can be broken on purpose. */
export interface Relay {
  readonly port: number;
  /** From now on nothing passes in either direction; both ends see only silence. */
  pause(): void;
  resume(): void;
  /** From the connection of this number on, counted from 1, nothing passes until {@link resume}. */
  holdFrom(connection: number): void;
  /** Further connections pass; those that are held stay so. */
  passFurther(): void;
  /** Connections that were made so far. */
  readonly connections: number;
  /** Cuts every connection. */
  cut(): void;
  /** Cuts a connection as soon as what it sends contains `text`: the server gets it, and its answer is lost. */
  cutAfter(text: string): void;
}

/** Relays to a place of this machine; it is gone when the test is finished. */
export async function startRelay(place: NetConnectOpts): Promise<Relay> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isPaused = false;
  let connections = 0;
  let firstHeld = Infinity;
  let lastWords: string | undefined;
  const server = createServer((client) => {
    const target = connect(place);
    const pair = [client, target] as const;
    pairs.add(pair);
    connections += 1;
    if (isPaused || connections >= firstHeld) for (const socket of pair) socket.pause();
    pipe(client, target, (data) => lastWords !== undefined && data.includes(lastWords));
    pipe(target, client, () => false);
    client.once("close", () => pairs.delete(pair));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const cut = () => pairs.forEach((pair) => pair.forEach((socket) => socket.destroy()));
  onTestFinished(() => {
    cut();
    server.close();
  });
  return {
    // A server that listens on TCP has an address of this shape.
    port: (server.address() as AddressInfo).port,
    pause() {
      isPaused = true;
      pairs.forEach((pair) => pair.forEach((socket) => socket.pause()));
    },
    resume() {
      isPaused = false;
      firstHeld = Infinity;
      pairs.forEach((pair) => pair.forEach((socket) => socket.resume()));
    },
    holdFrom(connection) {
      firstHeld = connection;
    },
    passFurther() {
      firstHeld = Infinity;
    },
    get connections() {
      return connections;
    },
    cut,
    cutAfter(text) {
      lastWords = text;
    },
  };
}

function pipe(from: Socket, to: Socket, isLast: (data: Buffer) => boolean): void {
  from.on("data", (data: Buffer) => {
    const ends = isLast(data);
    to.write(data, () => {
      // The server has the request; its response is discarded.
      if (ends) from.destroy();
    });
  });
  from.on("close", () => to.end());
  from.on("error", () => to.destroy());
}
