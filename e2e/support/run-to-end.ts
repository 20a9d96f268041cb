import { spawn } from "node:child_process";

const MINUTE = 60_000;

/** Runs a command to its end. @returns what it printed last when it failed */
export async function runToEnd(command: string, parameters: readonly string[]): Promise<string | undefined> {
  const child = spawn(command, parameters, {
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 8 * MINUTE,
    // Debian asks nothing then, and starts no service in what it takes for single-user mode.
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const status = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  return status === 0 ? undefined : `${String(status)}: ${output.trim().slice(-600)}`;
}
