import { createServer } from "node:net";

/** A port that was free a moment ago, for a program whose port has to be set before it listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, "localhost", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === "string") throw new Error("A TCP server has a numeric address");
  return address.port;
}
