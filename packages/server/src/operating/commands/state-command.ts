import { type Command, UsageError } from "@survey-open-platform/service";
import {
  operatorArguments,
  runOnStore,
  textOption,
  type CommandResult,
  type OperatorContext,
} from "./operator-command.ts";

/** A command that changes the state of one thing, which it names. */
export interface StateCommand {
  readonly name: string;
  readonly description: string;
  /** The name of the argument, and what it is. */
  readonly argument: string;
  readonly what: string;
  /** @throws `CommandError` when it cannot be changed */
  readonly change: (context: OperatorContext, named: string) => Promise<CommandResult>;
}

/** Makes a command that changes the state of one thing. */
export function stateCommand({ name, description, argument, what, change }: StateCommand): Command {
  return {
    meta: { name, description },
    args: {
      [argument]: { type: "positional", required: false, description: `The ${what}.` },
      ...operatorArguments,
    },
    async run({ args }) {
      const named = textOption(args, argument);
      if (named === undefined) throw new UsageError(`${argument.toUpperCase()} is missing: the ${what}`);
      await runOnStore(name, args, (context) => change(context, named));
    },
  };
}
