import { freePort } from "../../../packages/database/test/support/free-port.ts";
import type { NodeProcess } from "./node-process.ts";
import { serverNode, type ServerOptions } from "./server-node.ts";

/** Several nodes on one database. */
export interface Nodes extends AsyncDisposable {
  readonly all: readonly NodeProcess[];
  readonly urls: readonly string[];
  /** How long the slowest took to start: what a start takes on this machine, as busy as it is. */
  readonly startMilliseconds: number;
}

/**
 * Starts nodes on one database, all at once, each on its own port, which it keeps over restarts.
 *
 * @param optionsOf what is different for a node, by its index
 */
export async function startNodes(
  count: number,
  options: Omit<ServerOptions, "port">,
  optionsOf: (index: number) => Partial<ServerOptions> = () => ({}),
): Promise<Nodes> {
  const stack = new AsyncDisposableStack();
  try {
    const all: NodeProcess[] = [];
    for (let index = 0; index < count; index += 1)
      all.push(stack.use(serverNode({ ...options, ...optionsOf(index), port: await freePort() })));
    const startMilliseconds = Math.max(...(await Promise.all(all.map((node) => node.start()))));
    const running = stack.move();
    return {
      all,
      urls: all.map(({ url }) => url),
      startMilliseconds,
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
