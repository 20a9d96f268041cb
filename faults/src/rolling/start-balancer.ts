import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A proxy in front of nodes, in a process of its own. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a proxy that sends requests in turn to those nodes that say that they are ready, and never a second time. */
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
