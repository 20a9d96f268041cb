import { join } from "node:path";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";

/** A proxy in front of nodes, in its own process. */
export interface Balancer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a proxy that distributes requests over the ready nodes in turn, and never retries. */
export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  await using stack = new AsyncDisposableStack();
  const words = [join(import.meta.dirname, "balancer-process.ts"), ...urls];
  const program = stack.use(new RunningProgram(process.execPath, words));
  const line = await program.printed("its port", ({ stdout }) => /^\{.*\}$/m.exec(stdout)?.[0]);
  // The address of a listening server.
  const { port } = JSON.parse(line) as { port: number };
  const running = stack.move();
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => running.disposeAsync() };
}
