import { runCommand } from "citty";
import type { Command } from "./command.ts";
import { expectedErrorText, type ExpectedErrors } from "./expected-error.ts";
import { refuseUnknownArguments, UsageError } from "./known-arguments.ts";
import { commandUsage, groupUsage, mainUsage, type ProgramHelp } from "./usage.ts";

/** A command line with several commands. */
export interface Program extends ProgramHelp {
  readonly version: string;
  readonly expectedErrors: ExpectedErrors;
}

/** Runs a command line and sets the exit code: 0 done, 1 failed, 2 used wrongly. */
export async function runProgram(program: Program, words: readonly string[]): Promise<void> {
  if (words[0] === "--version") return console.log(program.version);
  const call = callOf(program, words[0] === "help" ? words.slice(1) : words);
  if (asksForHelp(words, call)) return console.log(helpOf(program, call));
  try {
    if (call.command === undefined) throw unknownCommand(call);
    refuseUnknownArguments(call.rest, call.command);
    await runCommand(call.command, { rawArgs: [...call.rest] });
  } catch (error) {
    printFailure(program, error, call);
  }
}

/** What a command line names. */
interface Call {
  readonly command: Command | undefined;
  /** The commands whose name begins with the first word, as `user add` does; none for a command of one word. */
  readonly group: readonly Command[];
  readonly words: readonly string[];
  /** The words after the name of the command. */
  readonly rest: readonly string[];
}

function callOf({ commands }: Program, words: readonly string[]): Call {
  const named = (length: number) => {
    const name = words.slice(0, length).join(" ");
    return commands.find(({ meta }) => meta.name === name);
  };
  const group = commands.filter(({ meta }) => meta.name.startsWith(`${words[0]} `));
  const length = group.length > 0 ? 2 : 1;
  return { command: named(length), group, words, rest: words.slice(length) };
}

function asksForHelp(words: readonly string[], { group }: Call): boolean {
  const isIncomplete = words.length === 0 || (words.length === 1 && group.length > 0);
  return isIncomplete || words[0] === "help" || words.includes("--help") || words.includes("-h");
}

function helpOf(program: Program, { command, group }: Call): string {
  if (command !== undefined) return commandUsage(program.name, command);
  return group.length > 0 ? groupUsage(program, group) : mainUsage(program);
}

function unknownCommand({ words: [first = "", second = ""], group }: Call): UsageError {
  if (group.length > 0) return new UsageError(`unknown command ${first} ${second}`);
  return new UsageError(`unknown ${first.startsWith("-") ? "option" : "command"} ${first}`);
}

/** Prints expected errors without a stack trace. */
function printFailure(program: Program, error: unknown, { command, group, words }: Call): void {
  console.error(expectedErrorText(error, program.expectedErrors) ?? error);
  const helped = command?.meta.name ?? (group.length > 0 ? words[0] : undefined);
  if (error instanceof UsageError)
    console.error(`Try ${program.name} ${helped === undefined ? "" : `${helped} `}--help`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
