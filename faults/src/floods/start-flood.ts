import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { FloodTally } from "./flood.ts";
import type { FloodName } from "./floods.ts";

/** A running flood. */
export interface RunningFlood extends AsyncDisposable {
  /** Its tally, at most a quarter of a second old. */
  readonly tally: Readonly<FloodTally>;
}

/** Starts a flood on a port of this machine and waits for its first output. */
export async function startFlood(name: FloodName, port: number): Promise<RunningFlood> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "flood-process.ts"), name, String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let tally: FloodTally = { connections: 0, answered: 0, closed: 0 };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    // Each line is a tally; lines of this size are not split.
    tally = JSON.parse(text.trimEnd().split("\n").at(-1) ?? "") as FloodTally;
  });
  const exited = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), exited]);
  return {
    get tally() {
      return tally;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
