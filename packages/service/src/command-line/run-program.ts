import { runCommand } from "citty";
import type { Command } from "./command.ts";
import { expectedErrorText, type ExpectedErrors } from "./expected-error.ts";
import { refuseUnknownArguments, UsageError } from "./known-arguments.ts";
import { commandUsage, mainUsage, type ProgramHelp } from "./usage.ts";

/** A command line with several commands. */
export interface Program extends ProgramHelp {
  readonly version: string;
  readonly expectedErrors: ExpectedErrors;
}

/** Runs a command line and sets the exit code: 0 done, 1 failed, 2 used wrongly. */
export async function runProgram(program: Program, words: readonly string[]): Promise<void> {
  const [first = "--help", ...rest] = words;
  const command = program.commands.find(({ meta }) => meta.name === (first === "help" ? rest[0] : first));
  if (first === "--version") return console.log(program.version);
  if (asksForHelp(first, words))
    return console.log(command ? commandUsage(program.name, command) : mainUsage(program));
  try {
    if (command === undefined)
      throw new UsageError(`unknown ${first.startsWith("-") ? "option" : "command"} ${first}`);
    refuseUnknownArguments(rest, command.args);
    await runCommand(command, { rawArgs: rest });
  } catch (error) {
    printFailure(program, error, command);
  }
}

function asksForHelp(first: string, words: readonly string[]): boolean {
  return first === "help" || words.length === 0 || words.includes("--help") || words.includes("-h");
}

/** Prints expected errors without a stack trace. */
function printFailure(program: Program, error: unknown, command: Command | undefined): void {
  console.error(expectedErrorText(error, program.expectedErrors) ?? error);
  if (error instanceof UsageError)
    console.error(`Try ${program.name} ${command === undefined ? "" : `${command.meta.name} `}--help`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
