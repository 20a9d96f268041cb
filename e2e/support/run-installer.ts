import { outputOf } from "../../scripts/processes/run-program.ts";

const MINUTE = 60_000;

/** Runs a program that installs something. @returns what was wrong when it failed */
export async function runInstaller(
  program: string,
  parameters: readonly string[],
): Promise<string | undefined> {
  // Debian asks nothing then, and starts no service in what it takes for single-user mode.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  return await outputOf(program, parameters, { env, withinMilliseconds: 8 * MINUTE }).then(
    () => undefined,
    (error: unknown) => String(error).slice(-600),
  );
}
