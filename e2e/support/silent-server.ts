import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** A TCP server on this machine that takes connections and never says anything. */
export interface SilentServer extends AsyncDisposable {
  readonly port: number;
  /** Resolves when the first connection has come. */
  readonly connected: Promise<unknown>;
}

/** Holds up a process that has to reach another one before it can serve. */
export async function startSilentServer(): Promise<SilentServer> {
  const open = new Set<Socket>();
  const server = createServer((socket) => open.add(socket.on("error", () => undefined)));
  const connected = once(server, "connection");
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connected,
    async [Symbol.asyncDispose]() {
      const closed = once(server, "close");
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
