import { expect } from "vitest";
import { engines, type FaultCommand, type FaultOptions } from "../../src/command.ts";
import { runCommand, type Result } from "../../src/run-command.ts";

/** Runs a command in its small size, on both engines unless told otherwise, and expects that no promise was broken. */
export async function expectKept(
  command: FaultCommand,
  on: FaultOptions["engines"] = engines,
): Promise<Result> {
  const rounds = command.rounds.smoke;
  const result = await runCommand(command, { rounds, engines: on, progress: () => undefined });
  expect(result.violations).toEqual([]);
  expect(result.table.rows.length).toBeGreaterThan(0);
  return result;
}
