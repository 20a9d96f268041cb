import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { credentialText } from "../../apply/applied-report.ts";
import { hashPassword } from "../../session/password.ts";
import { namedUser } from "../find-for-command.ts";
import {
  commandLine,
  makeShownOnce,
  operatorArguments,
  placeText,
  runOnStore,
  textOption,
  type CommandResult,
  type OperatorContext,
} from "../operator-command.ts";
import { chosenPassword, passwordArguments, passwordFile, type ChosenPassword } from "./chosen-password.ts";

/** `sop user reset-password`: for a user who has forgotten it. */
export const userResetPasswordCommand: Command = {
  meta: {
    name: "user reset-password",
    description: "Give a user a new password, and end all sessions of the user",
  },
  args: {
    username: { type: "positional", required: false, description: "The user." },
    ...passwordArguments,
    "second-factor": { type: "boolean", description: "Turn the user's second factor off too." },
    ...operatorArguments,
  },
  async run({ args }) {
    const username = textOption(args, "username");
    if (username === undefined) throw new UsageError("USERNAME is missing: the user");
    const password = await chosenPassword(args, username);
    const secondFactor = args["second-factor"] === true;
    await runOnStore(args, (context) => reset(context, { username, password, secondFactor }));
  },
};

interface Reset {
  readonly username: string;
  readonly password: ChosenPassword;
  readonly secondFactor: boolean;
}

async function reset(context: OperatorContext, request: Reset): Promise<CommandResult> {
  const { username, secondFactor } = request;
  await namedUser(context.store, username);
  const file = await replaceAndShow(context, request);
  return {
    text: `The password of ${username} is replaced, and all sessions have ended.${placeText("It", file)}`,
    json: { reset: true, username, secondFactorOff: secondFactor, passwordFile: file ?? null },
  };
}

/** Replaces the password, and shows it if it was made here. @returns the file that it is in */
async function replaceAndShow(context: OperatorContext, request: Reset): Promise<string | undefined> {
  const { username, password } = request;
  const make = async () => {
    await replace(context, request);
    const shown = credentialText({ kind: "password", username, password: password.text });
    return { made: undefined, shown };
  };
  if (password.isGenerated) return (await makeShownOnce(context.config, passwordFile, make)).file;
  await make();
  return undefined;
}

/** @throws `CommandError` when the user has been deleted meanwhile */
async function replace(
  { store }: OperatorContext,
  { username, password, secondFactor }: Reset,
): Promise<void> {
  const { id: userId } = await namedUser(store, username);
  const passwordHash = await hashPassword(password.text);
  if (!(await store.resetPassword({ username, passwordHash, actor: commandLine })))
    throw new CommandError(`Nothing was changed. There is no user called ${username}.`);
  if (secondFactor) await store.resetSecondFactor({ userId, username }, commandLine);
}
