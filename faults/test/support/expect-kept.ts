import { expect } from "vitest";
import { engines, runCommand, type FaultCommand, type FaultOptions, type Result } from "../../src/command.ts";

/** Runs a command in its small size, on both engines unless told otherwise, and expects that no promise was broken. */
export async function expectKept(
  command: FaultCommand,
  on: FaultOptions["engines"] = engines,
): Promise<Result> {
  const rounds = command.rounds.smoke;
  const result = await runCommand(command, { rounds, engines: on, progress: () => undefined });
  expect(result.violations).toEqual([]);
  expect(result.rows.length).toBeGreaterThan(0);
  return result;
}
