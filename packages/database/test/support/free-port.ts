import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to outgoing connections and to servers that ask for any port: one of those would
 * otherwise be taken again before the program that it is meant for listens.
 */
const lowest = 10_000;
/** Each worker of a test run has ports of its own: a program that is started again does not listen for a moment, and keeps its port. */
const portsOfWorker = 1_000;
const workers = 20;

const given = new Set<number>();

/**
 * A port that no program of this machine listens on, for a program whose port has to be set before it listens. It is given
 * once in this process.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = firstOfWorker() + Math.floor(Math.random() * portsOfWorker);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** Workers of a run that work at the same time differ in their number, and two runs in their process. */
function firstOfWorker(): number {
  const number = Number(process.env["VITEST_POOL_ID"] ?? 0) + process.ppid;
  return lowest + (number % workers) * portsOfWorker;
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
