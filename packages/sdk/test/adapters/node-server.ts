import { createServer, type RequestListener } from "node:http";
import type { Application } from "./stage.ts";

/** Serves a listener of Node's on a free port. */
export async function serve(listener: RequestListener): Promise<Application> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has a numeric address");
  return {
    send: (path, init) => fetch(`http://127.0.0.1:${address.port}${path}`, { ...init, redirect: "manual" }),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
