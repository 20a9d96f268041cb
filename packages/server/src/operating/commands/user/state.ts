import { CommandError } from "@survey-open-platform/service";
import { namedUser } from "../find-for-command.ts";
import type { CommandResult, OperatorContext } from "../operator-command.ts";
import { stateCommand } from "../state-command.ts";
import { setUserDisabled } from "../../../store/people/user-administration.ts";

const ofUser = { argument: "username", what: "user" } as const;

/** `sop user disable`: ends everything that acts for a user. */
export const userDisableCommand = stateCommand({
  ...ofUser,
  name: "user disable",
  description:
    "Disable a user, end all sessions, consents, tokens and webhooks of the user, and freeze the user's applications",
  change: (context, username) => setState(context, username, true),
});

/** `sop user enable`: lets a user sign in again. */
export const userEnableCommand = stateCommand({
  ...ofUser,
  name: "user enable",
  description: "Enable a user; what was revoked stays revoked",
  change: (context, username) => setState(context, username, false),
});

async function setState(
  { store, actor }: OperatorContext,
  username: string,
  disabled: boolean,
): Promise<CommandResult> {
  await namedUser(store, username);
  const outcome = await store.write(setUserDisabled, { username, disabled, actor });
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
