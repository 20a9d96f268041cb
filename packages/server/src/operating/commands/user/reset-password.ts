import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { hashToken, makeRandomId } from "../../../model/token.ts";
import { hashPassword } from "../../../session/password.ts";
import { createPasswordLink, passwordLinkSeconds } from "../../../store/people/password-link-table.ts";
import { namedUser } from "../find-for-command.ts";
import {
  makeShownOnce,
  operatorArguments,
  placeText,
  runOnStore,
  textOption,
  type CommandResult,
  type OperatorContext,
} from "../operator-command.ts";
import { guessedAddressText, pagesAddress, pagesAddressArguments } from "../pages-address.ts";
import { givenPassword, passwordArguments } from "./chosen-password.ts";
import { findAccountOrigin } from "../../../store/people/third-party-account-table.ts";
import { resetSecondFactor } from "../../../store/people/second-factor-table.ts";
import { resetPassword } from "../../../store/people/user-administration.ts";

const linkFile = {
  name: "password-link",
  lost: "The link would be lost",
  advice: "Run the command in a terminal, or give a password with --password-stdin.",
};

/** `sop user reset-password`: for a user who has forgotten it. */
export const userResetPasswordCommand: Command = {
  meta: {
    name: "user reset-password",
    description: "Make a one-time link with which a user sets a new password",
  },
  args: {
    username: { type: "positional", required: false, description: "The user." },
    ...passwordArguments("a link is made with which the user sets one"),
    "second-factor": {
      type: "boolean",
      description: "Remove the user's second factor and passkeys too, at once.",
    },
    ...pagesAddressArguments,
    ...operatorArguments,
  },
  async run({ args }) {
    const username = textOption(args, "username");
    if (username === undefined) throw new UsageError("USERNAME is missing: the user");
    const password = await givenPassword(args, username);
    const secondFactor = args["second-factor"] === true;
    await runOnStore("user reset-password", args, (context) =>
      reset(context, { username, password, secondFactor }),
    );
  },
};

interface Reset {
  readonly username: string;
  /** Undefined when the user sets it with a link. */
  readonly password: string | undefined;
  readonly secondFactor: boolean;
}

async function reset(context: OperatorContext, request: Reset): Promise<CommandResult> {
  const { username, password, secondFactor } = request;
  const { id: userId } = await namedUser(context.store, username);
  const origin = await findAccountOrigin(context.store.reader, userId);
  if (origin !== undefined)
    throw new CommandError(
      `Nothing was changed. ${username} has no password: it is the account ${origin.openid} of the application ${origin.appid}.`,
    );
  const user = { userId, username };
  const result =
    password === undefined ? await makeLink(context, user) : await replacePassword(context, user, password);
  if (secondFactor) await context.store.write(resetSecondFactor, user, context.actor);
  return { text: result.text, json: { ...result.json, username, secondFactorOff: secondFactor } };
}

interface NamedUser {
  readonly userId: number;
  readonly username: string;
}

/** @throws `CommandError` for a disabled user */
async function makeLink({ store, config, actor }: OperatorContext, user: NamedUser): Promise<CommandResult> {
  const token = makeRandomId();
  const { file } = await makeShownOnce(config, linkFile, async () => {
    if (!(await store.write(createPasswordLink, { ...user, hash: hashToken(token) }, actor)))
      throw new CommandError(`Nothing was changed. ${user.username} is disabled.`);
    return { made: undefined, shown: `${pagesAddress(config)}/reset/${token}` };
  });
  const minutes = passwordLinkSeconds / 60;
  return {
    text: `Made a link with which ${user.username} sets a new password. It works once, for ${minutes} minutes; until then the old password stays.${guessedAddressText(config)}${placeText("The link", file)}`,
    json: { reset: false, linkFile: file ?? null },
  };
}

/** @throws `CommandError` when the user has been deleted meanwhile */
async function replacePassword(
  { store, actor }: OperatorContext,
  { username }: NamedUser,
  password: string,
): Promise<CommandResult> {
  const passwordHash = await hashPassword(password);
  if (!(await store.write(resetPassword, { username, passwordHash, actor })))
    throw new CommandError(`Nothing was changed. There is no user called ${username}.`);
  return {
    text: `The password of ${username} is replaced, and all sessions have ended.`,
    json: { reset: true, linkFile: null },
  };
}
