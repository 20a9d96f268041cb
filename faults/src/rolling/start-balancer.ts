import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A proxy in front of nodes, in its own process. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a proxy that distributes requests over the ready nodes in turn, and never retries. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "balancer-process.ts"), ...urls], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  // One line, written at once; see the program.
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  // The address of a listening server.
  const { port } = JSON.parse(line.toString()) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
