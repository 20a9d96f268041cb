import { join } from "node:path";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";
import type { FloodTally } from "./flood.ts";
import type { FloodName } from "./floods.ts";

/** A running flood. */
export interface RunningFlood extends AsyncDisposable {
  /** Its tally, at most a quarter of a second old. */
  readonly tally: Readonly<FloodTally>;
}

/** Starts a flood on a port of this machine and waits for its first output. */
export async function startFlood(name: FloodName, port: number): Promise<RunningFlood> {
  await using stack = new AsyncDisposableStack();
  const words = [join(import.meta.dirname, "flood-process.ts"), name, String(port)];
  const program = stack.use(new RunningProgram(process.execPath, words));
  await program.printed("a tally", lastTally);
  const running = stack.move();
  return {
    get tally() {
      return lastTally(program) ?? none;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const none: FloodTally = { connections: 0, answered: 0, closed: 0 };

/** Each line is a tally. */
function lastTally({ stdout }: { readonly stdout: string }): FloodTally | undefined {
  const line = stdout.split("\n").at(-2);
  return line === undefined ? undefined : (JSON.parse(line) as FloodTally);
}
