import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { problemSentences, signUpProblems, type SignUpForm } from "../../../people/account/sign-up-form.ts";
import { accountTextsFor } from "../../../people/account/texts/account-texts.ts";
import { credentialText } from "../../../declaration/applied-report.ts";
import { hashPassword } from "../../../session/password.ts";
import {
  makeShownOnce,
  operatorArguments,
  placeText,
  runOnStore,
  textOption,
  type CommandResult,
  type OperatorContext,
  type ParsedArguments,
} from "../operator-command.ts";
import { chosenPassword, passwordArguments, passwordFile } from "./chosen-password.ts";
import { addUser } from "../../../store/people/join-platform.ts";

const texts = accountTextsFor("en").signUp.problems;

/** `sop user add`: creates a user without an invitation. */
export const userAddCommand: Command = {
  meta: { name: "user add", description: "Create a user" },
  args: {
    username: {
      type: "positional",
      required: false,
      description: "The name that the user signs in with.",
    },
    nickname: {
      type: "string",
      valueHint: "name",
      description: "What others see; the username unless given.",
    },
    administrator: { type: "boolean", description: "May administer the platform." },
    ...passwordArguments("one is made and shown once"),
    ...operatorArguments,
  },
  async run({ args }) {
    const form = await readNewUser(args);
    await runOnStore("user add", args, (context) => addUserOfForm(context, form));
  },
};

interface NewUserForm extends SignUpForm {
  readonly administrator: boolean;
  readonly isGenerated: boolean;
}

/** @throws `UsageError`, `CommandError` when something of it cannot be used */
async function readNewUser(args: ParsedArguments): Promise<NewUserForm> {
  const username = textOption(args, "username");
  if (username === undefined) throw new UsageError("USERNAME is missing: the name to sign in with");
  const { text: password, isGenerated } = await chosenPassword(args, username);
  const form = { username, nickname: textOption(args, "nickname") ?? username, password };
  const problems = Object.values(problemSentences(signUpProblems(form), texts));
  if (problems.length > 0) throw new CommandError(`Nothing was changed. ${problems.join(" ")}`);
  return { ...form, administrator: args["administrator"] === true, isGenerated };
}

async function addUserOfForm(context: OperatorContext, form: NewUserForm): Promise<CommandResult> {
  const { username, administrator, isGenerated } = form;
  const { made: id, file } = isGenerated
    ? await makeShownOnce(context.config, passwordFile, async () => ({
        made: await create(context, form),
        shown: credentialText({ kind: "password", username, password: form.password }),
      }))
    : { made: await create(context, form), file: undefined };
  const role = administrator ? "administrator" : "user";
  return {
    text: `Added the ${role} ${username} with the id ${id}.${placeText("The password", file)}`,
    json: { added: true, user: { id, username, administrator }, passwordFile: file ?? null },
  };
}

/** @returns the id. @throws `CommandError` when the user cannot be added */
async function create({ store, actor }: OperatorContext, form: NewUserForm): Promise<number> {
  const { username, nickname, administrator } = form;
  const passwordHash = await hashPassword(form.password);
  const added = await store.write(addUser, { username, nickname, administrator, passwordHash }, actor);
  if (added.outcome === "added") return added.id;
  throw new CommandError(
    added.outcome === "username_taken"
      ? `Nothing was changed. There is a user called ${username} already.`
      : "Nothing was changed. The first user has to be an administrator: add --administrator.",
  );
}
