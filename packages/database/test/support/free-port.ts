import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections and to servers that ask for any port: one of those would
 * otherwise be taken again before the program that it is meant for listens.
 */
const lowest = 10_000;
const count = 20_000;

/** A port that no program of this machine listens on, for a program whose port has to be set before it listens. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * count);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  // On all addresses, as it is not known which of them the program takes.
  const server = createServer().listen(port);
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
