import { readFileSync } from "node:fs";
import { runCommand } from "citty";
import { refuseUnknownArguments, UsageError } from "./commands/arguments.ts";
import { auditCommand } from "./commands/audit.ts";
import { callersCommand } from "./commands/callers.ts";
import type { Command } from "./commands/command.ts";
import { demoCommand } from "./commands/demo.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { mistakeText } from "./commands/mistake.ts";
import { rotateCommand } from "./commands/rotate.ts";
import { serveCommand } from "./commands/serve.ts";
import { statusCommand } from "./commands/status.ts";
import { commandUsage, mainUsage } from "./commands/usage.ts";

/** Every command of the command line, in the order in which the help lists them. */
const commands: readonly Command[] = [
  demoCommand,
  serveCommand,
  statusCommand,
  rotateCommand,
  callersCommand,
  auditCommand,
  doctorCommand,
];

/** Runs the command line and sets the exit code: 0 done, 1 failed, 2 used wrongly. */
export async function run(words: readonly string[]): Promise<void> {
  const [first = "--help", ...rest] = words;
  const command = commands.find(({ meta }) => meta.name === (first === "help" ? rest[0] : first));
  if (first === "--version") return console.log(version());
  if (asksForHelp(first, words)) return console.log(command ? commandUsage(command) : mainUsage(commands));
  try {
    if (command === undefined)
      throw new UsageError(`unknown ${first.startsWith("-") ? "option" : "command"} ${first}`);
    refuseUnknownArguments(rest, command.args);
    await runCommand(command, { rawArgs: rest });
  } catch (error) {
    tellAndFail(error, command);
  }
}

function asksForHelp(first: string, words: readonly string[]): boolean {
  return first === "help" || words.length === 0 || words.includes("--help") || words.includes("-h");
}

/** Expected mistakes are told in words; only what should not happen has a stack worth reading. */
function tellAndFail(error: unknown, command: Command | undefined): void {
  console.error(mistakeText(error) ?? error);
  if (error instanceof UsageError)
    console.error(`Try token-hub ${command === undefined ? "" : `${command.meta.name} `}--help`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  // The package's own manifest.
  return String((manifest as { readonly version: unknown }).version);
}
