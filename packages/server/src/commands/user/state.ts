import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { namedUser } from "../find-for-command.ts";
import {
  commandLine,
  operatorArguments,
  runOnStore,
  textOption,
  type CommandResult,
  type OperatorContext,
} from "../operator-command.ts";

/** `sop user disable`: ends everything that acts for a user. */
export const userDisableCommand = stateCommand({
  disabled: true,
  name: "user disable",
  description: "Disable a user, and end all sessions, consents and tokens of the user",
});

/** `sop user enable`: lets a user sign in again. */
export const userEnableCommand = stateCommand({
  disabled: false,
  name: "user enable",
  description: "Enable a user; what was revoked stays revoked",
});

interface StateCommand {
  readonly disabled: boolean;
  readonly name: string;
  readonly description: string;
}

function stateCommand({ disabled, ...meta }: StateCommand): Command {
  return {
    meta,
    args: {
      username: { type: "positional", required: false, description: "The user." },
      ...operatorArguments,
    },
    async run({ args }) {
      const username = textOption(args, "username");
      if (username === undefined) throw new UsageError("USERNAME is missing: the user");
      await runOnStore(args, (context) => setState(context, username, disabled));
    },
  };
}

async function setState(
  { store }: OperatorContext,
  username: string,
  disabled: boolean,
): Promise<CommandResult> {
  await namedUser(store, username);
  const outcome = await store.setUserDisabled({ username, disabled, actor: commandLine });
  if (outcome === "last_administrator")
    throw new CommandError(
      `Nothing was changed. ${username} is the only administrator: add another one first.`,
    );
  const state = disabled ? "disabled" : "enabled";
  return {
    text:
      outcome === "changed"
        ? `The user ${username} is ${state}.`
        : `The user ${username} was ${state} already.`,
    json: { changed: outcome === "changed", user: { username, disabled } },
  };
}
