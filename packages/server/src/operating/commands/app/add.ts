import { type Command, CommandError, repeatedArgument, UsageError } from "@survey-open-platform/service";
import { credentialText } from "../../../declaration/applied-report.ts";
import {
  fieldsOf,
  newApplicationForm,
  problemsOf,
  type ApplicationForm,
} from "../../../applications/application-form.ts";
import { makeAppid } from "../../../model/application.ts";
import { hashToken, makeRandomId, makeToken } from "../../../model/token.ts";
import { namedUser } from "../find-for-command.ts";
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
import { madeSecretFile } from "./made-secret-file.ts";
import { registerApplication } from "../../../store/applications/change-application.ts";

/** The options that are fields of the console's form, with the fields. */
const optionFields = {
  name: "name",
  description: "description",
  "home-page": "home_page",
  terms: "terms",
  privacy: "privacy",
  contact: "contact",
  "redirect-uri": "redirect_uris",
  "allowed-network": "allowed_networks",
} as const satisfies Readonly<Record<string, keyof ApplicationForm>>;

/** Options that may be given several times; each is a line of the form's field. */
const repeated: ReadonlySet<string> = new Set(["redirect-uri", "allowed-network"]);

/** `sop app add`: registers an application as its owner would in the console. */
export const appAddCommand: Command = {
  meta: { name: "app add", description: "Register an application for a user" },
  args: {
    owner: { type: "string", valueHint: "username", description: "The developer who owns it. Required." },
    name: { type: "string", valueHint: "text", description: "What users read. Required." },
    "redirect-uri": {
      type: "string",
      valueHint: "address",
      description: "Where the browser is sent after the decision. May be given several times.",
    },
    description: { type: "string", valueHint: "text", description: "What it is for." },
    "home-page": { type: "string", valueHint: "address", description: "Its home page." },
    terms: { type: "string", valueHint: "address", description: "Its terms of use." },
    privacy: { type: "string", valueHint: "address", description: "Its privacy policy." },
    contact: { type: "string", valueHint: "text", description: "How the operator reaches the developer." },
    "allowed-network": {
      type: "string",
      valueHint: "network",
      description:
        "A network that its token calls may come from. May be given several times; all unless given.",
    },
    public: {
      type: "boolean",
      description: "It runs on its users' devices: it gets no secret, and PKCE is required.",
    },
    "may-write": { type: "boolean", description: "Ask users for permission to write too." },
    "without-pkce": { type: "boolean", description: "Do not require PKCE." },
    "refresh-without-secret": { type: "boolean", description: "Do not require the secret at a refresh." },
    ...operatorArguments,
  },
  async run({ args, rawArgs }) {
    const owner = textOption(args, "owner");
    if (owner === undefined) throw new UsageError("--owner is missing: the user who owns the application");
    const form = readForm(args, rawArgs);
    await runOnStore("app add", args, (context) => addApplication(context, owner, form));
  },
};

/** @throws `CommandError` with everything that is wrong */
function readForm(args: ParsedArguments, rawArgs: readonly string[]): ApplicationForm {
  const given = Object.entries(optionFields).map(([option, field]): readonly [string, string] => [
    field,
    repeated.has(option) ? repeatedArgument(rawArgs, option).join("\n") : (textOption(args, option) ?? ""),
  ]);
  const form: ApplicationForm = {
    ...newApplicationForm,
    ...Object.fromEntries(given),
    ...(args["public"] === true && { is_public: "on" }),
    ...(args["may-write"] === true && { may_write: "on" }),
    ...(args["without-pkce"] === true && { requires_pkce: "" }),
    ...(args["refresh-without-secret"] === true && { refresh_requires_secret: "" }),
  };
  const problems = problemsOf(form, "en");
  if (problems === undefined) return form;
  const lines = Object.entries(optionFields).flatMap(([option, field]) =>
    problems[field] === undefined ? [] : [`  --${option}: ${problems[field]}`],
  );
  throw new CommandError(["Nothing was changed. The application cannot be registered:", ...lines].join("\n"));
}

async function addApplication(
  { store, config, actor }: OperatorContext,
  owner: string,
  form: ApplicationForm,
): Promise<CommandResult> {
  const { id: ownerId } = await namedUser(store, owner);
  const fields = fieldsOf(form);
  const appid = makeAppid();
  const register = async (secret?: string): Promise<void> => {
    const { outcome } = await store.write(registerApplication, {
      appid,
      ownerId,
      fields,
      secret: secret === undefined ? undefined : { hash: hashToken(secret), lastFour: secret.slice(-4) },
      requestHash: hashToken(makeRandomId()),
      actor,
    });
    if (outcome === "too_many")
      throw new CommandError(`Nothing was changed. ${owner} has as many applications as a user may have.`);
  };
  const text = `Registered ${fields.name} with the appid ${appid}.`;
  const json = { registered: true, application: { appid, owner } };
  if (fields.isPublic) {
    await register();
    return { text: `${text} It is public: it has no secret.`, json: { ...json, secretFile: null } };
  }
  const file = await registerWithSecret(config, appid, register);
  return { text: text + placeText("The secret", file), json: { ...json, secretFile: file ?? null } };
}

/** @returns the file that has the secret, if one does */
async function registerWithSecret(
  config: OperatorContext["config"],
  appid: string,
  register: (secret: string) => Promise<void>,
): Promise<string | undefined> {
  const secret = makeToken("secret");
  const { file } = await makeShownOnce(config, madeSecretFile, async () => {
    await register(secret);
    return { made: undefined, shown: credentialText({ kind: "secret", appid, secret }) };
  });
  return file;
}
