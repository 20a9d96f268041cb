import { join } from "node:path";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";
import { nodeFlagsOf } from "../../../scripts/processes/node-flags.ts";
import { SOP } from "../../../scripts/processes/programs.ts";
import { NodeProcess } from "./node-process.ts";

/** How a server is started; the same each time. */
export interface ServerOptions {
  /** The address that `--database` takes. */
  readonly database: string;
  readonly port: number;
  /** A folder for the node's own log; it is the working folder too. */
  readonly folder: string;
  /** Further words on the command line. */
  readonly parameters?: readonly string[];
  /** Settings and other variables, on top of what a program needs to start. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The file of the program, unless it is the usual one. */
  readonly program?: string;
  /** A program that the node is started by, with its words: `["strace", "-f", …]`. */
  readonly wrapper?: readonly string[];
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
export function serverNode(options: ServerOptions): NodeProcess {
  const { port, database, parameters = [], folder, wrapper = [], program: file = SOP } = options;
  const words = ["serve", "--host=127.0.0.1", `--port=${port}`, `--database=${database}`, ...parameters];
  const [program = "", ...rest] = [...wrapper, process.execPath, ...nodeFlagsOf(file), file, ...words];
  return new NodeProcess({
    command: [program, ...rest],
    port,
    folder,
    environment: { ...bareEnvironment(), ...openLimits, ...options.environment },
    logFile: join(folder, `node-${port}.log`),
  });
}
