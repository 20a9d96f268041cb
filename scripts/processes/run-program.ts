import { RunningProgram, type ProgramEnding, type ProgramOptions } from "./running-program.ts";

/** How a program is run to its end. */
export interface RunOptions extends ProgramOptions {
  /** After this time the program is killed and has failed. Default: what a very busy machine may need. */
  readonly withinMilliseconds?: number;
}

const ENDED_WITHIN_MS = 100_000;

/**
 * Runs a program to its end without blocking this process.
 *
 * @throws Error with everything that it printed when it cannot be started or takes too long
 */
export async function runProgram(
  program: string,
  parameters: readonly string[],
  { withinMilliseconds = ENDED_WITHIN_MS, ...options }: RunOptions = {},
): Promise<ProgramEnding> {
  return await new RunningProgram(program, parameters, options).end(withinMilliseconds);
}

/**
 * The same for a program that has to succeed.
 *
 * @returns what it printed to its standard output
 * @throws Error with everything that it printed unless it ends with 0
 */
export async function outputOf(
  program: string,
  parameters: readonly string[],
  { withinMilliseconds = ENDED_WITHIN_MS, ...options }: RunOptions = {},
): Promise<string> {
  const running = new RunningProgram(program, parameters, options);
  const { status, signal, stdout } = await running.end(withinMilliseconds);
  if (status !== 0) throw running.error(`ended with ${String(status ?? signal)}`);
  return stdout;
}

/** Whether a program is there and succeeds. */
export async function succeeds(program: string, parameters: readonly string[]): Promise<boolean> {
  return await outputOf(program, parameters).then(
    () => true,
    () => false,
  );
}
