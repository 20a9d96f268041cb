import { bareEnvironment } from "../../../scripts/processes/environments.ts";
import { TOKEN_HUB } from "../../../scripts/processes/programs.ts";
import { NodeProcess } from "../nodes/node-process.ts";

/** Where a hub has its settings and its port. */
export interface HubOptions {
  /** File with the settings. */
  readonly config: string;
  readonly port: number;
  /** The working folder. */
  readonly folder: string;
}

/** The parts of a hub's log line that are used here. */
export interface HubEvent {
  readonly kind: string;
  /** ISO 8601, by the clock of this machine. */
  readonly time: string;
  readonly version?: number;
}

/** One `token-hub serve` from the built files, not started yet. */
export function hubNode({ config, port, folder }: HubOptions): NodeProcess {
  return new NodeProcess({
    command: [process.execPath, TOKEN_HUB, "serve", "--config", config],
    port,
    folder,
    environment: bareEnvironment(),
    logFile: `${config}.log`,
  });
}

/** The hub's log lines about tokens over all its starts, oldest first. */
export function hubEvents(hub: NodeProcess): readonly HubEvent[] {
  const wholeLines = hub.log.split("\n").slice(0, -1);
  return wholeLines
    .filter((line) => line.startsWith("{") && line.includes('"kind":'))
    .map((line) => JSON.parse(line) as HubEvent); // Its own log, of which only these fields are used.
}
