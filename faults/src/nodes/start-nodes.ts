import { freePort } from "../../../packages/database/test/support/free-port.ts";
import { ServerNode, type NodeOptions } from "./server-node.ts";

/** Several nodes on one database. */
export interface Nodes extends AsyncDisposable {
  readonly all: readonly ServerNode[];
  readonly urls: readonly string[];
}

/**
 * Starts nodes on one database, all at once, each on its own port, which it keeps over restarts.
 *
 * @param environmentOf further variables of a node, by its index
 */
export async function startNodes(
  count: number,
  options: Omit<NodeOptions, "port">,
  environmentOf: (index: number) => Readonly<Record<string, string>> = () => ({}),
): Promise<Nodes> {
  const stack = new AsyncDisposableStack();
  try {
    const all: ServerNode[] = [];
    for (let index = 0; index < count; index += 1)
      all.push(
        stack.use(
          new ServerNode({
            ...options,
            port: await freePort(),
            environment: { ...options.environment, ...environmentOf(index) },
          }),
        ),
      );
    await Promise.all(all.map((node) => node.start()));
    const running = stack.move();
    return {
      all,
      urls: all.map(({ url }) => url),
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
