import { createServer } from "node:net";

/** Counts who connects to an address. */
export interface ConnectionCounter extends AsyncDisposable {
  readonly count: () => number;
}

/** Listens on an address; what connects is counted and cut off. */
export async function countConnections(host: string, port: number): Promise<ConnectionCounter> {
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, ipv6Only: host.includes(":") }, resolve);
  });
  return {
    count: () => count,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}
