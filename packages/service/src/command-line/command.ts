import type { ArgsDef, CommandContext } from "citty";

/** The arguments of a command by name, in the form that citty parses and the help is written from. */
export type CommandArguments = ArgsDef;

/** One command of a command line. */
export interface Command {
  readonly meta: { readonly name: string; readonly description: string };
  readonly args: CommandArguments;
  /** Whether the last of its arguments without a name may be given several times. */
  readonly takesSeveral?: true;
  /** @throws `UsageError`, `CommandError` and the other expected errors of the program */
  readonly run: (context: CommandContext) => Promise<void>;
}
