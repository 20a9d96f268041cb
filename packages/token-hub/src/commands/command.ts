import type { ArgsDef, CommandContext } from "citty";

/** One command of the command line, in the form that citty runs and the help is written from. */
export interface Command {
  readonly meta: { readonly name: string; readonly description: string };
  readonly args: ArgsDef;
  /** @throws `UsageError`, `CommandError` and whatever `mistakeText` has words for */
  readonly run: (context: CommandContext) => Promise<void>;
}
