import { spawn } from "node:child_process";
import { once } from "node:events";

/** What came of a program that was run to its end. */
export type Ended = { readonly status: number | null; readonly output: string };

/**
 * Runs a program of node.
 *
 * @param limitMilliseconds the program and what it has started are killed after this time
 * @throws Error with the output when the time is over
 */
export async function runNode(
  parameters: readonly string[],
  { cwd, limitMilliseconds }: { readonly cwd: string; readonly limitMilliseconds: number },
): Promise<Ended> {
  // A group of its own, so that the programs it has started end with it.
  const child = spawn(process.execPath, parameters, {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-20_000)));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    killGroup(child.pid);
  }, limitMilliseconds);
  await once(child, "close");
  clearTimeout(timer);
  if (isLate) throw new Error(`did not end within ${limitMilliseconds / 1000} s:\n${output}`);
  return { status: child.exitCode, output };
}

function killGroup(id: number | undefined): void {
  try {
    if (id !== undefined) process.kill(-id, "SIGKILL");
  } catch {
    // It ended by itself in the meantime.
  }
}
