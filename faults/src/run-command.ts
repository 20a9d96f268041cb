import { inspect } from "node:util";
import type { FaultCommand, FaultOptions, Outcome } from "./command.ts";

/** The result of a command, with its options. */
export interface Result extends Required<Outcome> {
  readonly name: string;
  readonly unit: string;
  readonly rounds: number;
  /** How long it took, rounded. */
  readonly seconds: number;
}

/** Runs a command. One that throws has verified nothing, which counts as a violation. */
export async function runCommand(command: FaultCommand, options: FaultOptions): Promise<Result> {
  const { name, unit } = command;
  const startedAt = performance.now();
  const outcome = await command.run(options).catch(failed);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { notes: [], ...outcome, name, unit, rounds: options.rounds, seconds };
}

function failed(reason: unknown): Outcome {
  // With every cause, and with what went wrong while resources were released after it.
  return { table: { columns: [], rows: [] }, violations: [`it could not be run: ${inspect(reason)}`] };
}
