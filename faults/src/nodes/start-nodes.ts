import { freePort } from "../../../packages/database/test/support/free-port.ts";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";
import { nodeFlagsOf } from "../../../scripts/processes/node-flags.ts";
import { SOP } from "../../../scripts/processes/programs.ts";
import { NodeProcess } from "./node-process.ts";

/** How a server is started; the same each time. */
export interface ServerOptions {
  /** The address that `--database` takes. */
  readonly database: string;
  /** The working folder. */
  readonly folder: string;
  /** Settings and other variables, on top of what a program needs to start. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The file of the program, unless it is the usual one. */
  readonly program?: string;
}

/** Several nodes on one database. */
export interface Nodes extends AsyncDisposable {
  readonly all: readonly NodeProcess[];
  readonly first: NodeProcess;
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
  options: ServerOptions,
  optionsOf: (index: number) => Partial<ServerOptions> = () => ({}),
): Promise<Nodes> {
  await using stack = new AsyncDisposableStack();
  const all: NodeProcess[] = [];
  for (let index = 0; index < count; index += 1)
    all.push(stack.use(serverNode({ ...options, ...optionsOf(index) }, await freePort())));
  const [first] = all;
  if (first === undefined) throw new RangeError("at least one node is started");
  const startMilliseconds = Math.max(...(await Promise.all(all.map((node) => node.start()))));
  const running = stack.move();
  return {
    all,
    first,
    urls: all.map(({ url }) => url),
    startMilliseconds,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const unlimited = "1000000000";

/** High limits, because the load would exceed the defaults; a command about limits sets its own. */
const openLimits = {
  SOP_TOKEN_REQUESTS_PER_MINUTE: unlimited,
  SOP_TOKEN_REQUEST_BURST: unlimited,
  SOP_FAILED_SECRETS_PER_MINUTE: unlimited,
  SOP_LOG_LEVEL: "warn",
};

/** One `sop serve` from the built files, not started yet. */
function serverNode(options: ServerOptions, port: number): NodeProcess {
  const { database, folder, program = SOP } = options;
  const words = ["serve", "--host=127.0.0.1", `--port=${port}`, `--database=${database}`];
  return new NodeProcess({
    command: [process.execPath, ...nodeFlagsOf(program), program, ...words],
    port,
    folder,
    environment: { ...bareEnvironment(), ...openLimits, ...options.environment },
  });
}
