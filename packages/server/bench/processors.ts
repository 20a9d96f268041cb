import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Binds servers to one processor, and the load to the others. The core behind each processor of a virtual machine may be shared, and
 * is then half as fast for seconds: servers that the system moves between processors could not be compared.
 *
 * @returns why it cannot be done; undefined when it is
 */
export async function separate(servers: readonly number[], load: number): Promise<string | undefined> {
  const last = availableParallelism() - 1;
  if (last === 0) return "there is one processor only";
  try {
    for (const server of servers) await bind(server, `${last}`);
    await bind(load, `0-${last - 1}`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Binds all threads of a process; those that it starts later follow. @throws Error without `taskset` (util-linux) */
async function bind(pid: number, processors: string): Promise<void> {
  await run("taskset", ["--all-tasks", "--cpu-list", "--pid", processors, String(pid)], { timeout: 10_000 });
}
