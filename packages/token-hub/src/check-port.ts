import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Listens at an address for a moment. A hub that cannot listen must not ask for a token first: that would end the one in use.
 *
 * @throws `EADDRINUSE` and others when it cannot
 */
export async function checkPort({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
