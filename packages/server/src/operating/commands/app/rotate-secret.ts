import { type Command, CommandError, UsageError } from "@survey-open-platform/service";
import { credentialText } from "../../../declaration/applied-report.ts";
import {
  isSecretName,
  readChoice,
  secretEnds,
  type NewSecretChoice,
} from "../../../credentials/new-secret-form.ts";
import { hashToken, makeRandomId, makeToken } from "../../../model/token.ts";
import { type ListedSecret, listSecrets } from "../../../store/applications/application-secret-table.ts";
import { secretsPerApplication, rotateSecret } from "../../../store/applications/rotate-secret.ts";
import { namedApplication } from "../find-for-command.ts";
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

const ends = Object.keys(secretEnds).join(", ");

/** `sop app rotate-secret`: makes a secret, and gives those that it replaces an end. */
export const appRotateSecretCommand: Command = {
  meta: { name: "app rotate-secret", description: "Make a new secret of an application and end others" },
  args: {
    appid: { type: "positional", required: false, description: "The application." },
    name: {
      type: "string",
      valueHint: "text",
      description: "What the new secret is called, such as a server.",
    },
    replaces: {
      type: "string",
      valueHint: "all, none or number",
      description: "The secrets that end; the list of secrets in the console has their numbers.\ndefault all",
    },
    end: {
      type: "string",
      valueHint: ends,
      description: "When they end: at once, or an hour, a day or a week from now.\ndefault day",
    },
    "revoke-tokens": {
      type: "boolean",
      description: "End every consent and token of the application too: for a secret that leaked.",
    },
    ...operatorArguments,
  },
  async run({ args }) {
    const appid = textOption(args, "appid");
    if (appid === undefined) throw new UsageError("APPID is missing: the application");
    const rotation = readRotation(args);
    await runOnStore("app rotate-secret", args, (context) => rotate(context, appid, rotation));
  },
};

interface NamedChoice extends NewSecretChoice {
  readonly name: string;
}

/** @throws `UsageError` */
function readRotation(args: ParsedArguments): NamedChoice {
  const replaces = textOption(args, "replaces") ?? "all";
  const choice = readChoice({
    name: "",
    replaces: replaces === "none" ? "" : replaces,
    after: textOption(args, "end") ?? "day",
    tokens: args["revoke-tokens"] === true ? "revoke" : "keep",
  });
  if (choice === undefined)
    throw new UsageError(`--replaces takes all, none or a number, and --end one of ${ends}`);
  const name = (textOption(args, "name") ?? "").trim();
  if (!isSecretName(name)) throw new UsageError("--name takes one line of at most 100 characters");
  return { ...choice, name };
}

async function rotate(
  { store, config, actor }: OperatorContext,
  appid: string,
  { name, ...choice }: NamedChoice,
): Promise<CommandResult> {
  const { id, ownerId } = await namedApplication(store, appid);
  refuseUnknown(choice.replaces, await listSecrets(store.reader, id));
  const secret = makeToken("secret");
  const { file } = await makeShownOnce(config, madeSecretFile, async () => {
    const outcome = await store.write(rotateSecret, {
      ...choice,
      appid,
      ownerId,
      userId: "operator",
      secret: {
        hash: hashToken(secret),
        lastFour: secret.slice(-4),
        name,
        requestHash: hashToken(makeRandomId()),
      },
      actor,
    });
    if (outcome !== "made") throw new CommandError(`Nothing was changed. ${refusals[outcome]}`);
    return { made: undefined, shown: credentialText({ kind: "secret", appid, secret }) };
  });
  return {
    text: `Made a new secret of ${appid}. ${consequencesText(appid, choice)}${placeText("The secret", file)}`,
    json: { rotated: true, appid, lastFour: secret.slice(-4), secretFile: file ?? null },
  };
}

/** The outcome of other secrets, and of what was issued. */
function consequencesText(
  appid: string,
  { replaces, endAfterMilliseconds, revokesTokens }: NewSecretChoice,
): string {
  const minutes = endAfterMilliseconds / 60_000;
  const end = minutes === 0 ? "ended at once" : `end in ${minutes / 60} hour${minutes === 60 ? "" : "s"}`;
  const secrets = replaces.length === 0 ? "No other secret ends." : `The secrets that it replaces ${end}.`;
  const issued = revokesTokens
    ? "All of its consents and tokens were revoked."
    : `Its consents and tokens are still valid; if a secret leaked, run: sop revoke --app ${appid}`;
  return `${secrets}\n${issued}`;
}

/** @throws `CommandError` when a secret that is to end is none of the valid ones */
function refuseUnknown(replaces: NamedChoice["replaces"], secrets: readonly ListedSecret[]): void {
  if (replaces === "all") return;
  const unknown = replaces.find((number) => !secrets.some((secret) => secret.number === number));
  if (unknown === undefined) return;
  const valid = secrets.map(({ number }) => number).join(", ");
  throw new CommandError(
    `Nothing was changed. There is no valid secret ${unknown}; the valid ones are ${valid}.`,
  );
}

const refusals = {
  too_many: `The application has ${secretsPerApplication} valid secrets already. End one first.`,
  not_found: "The application has just been deleted or handed over.",
  public: "The application is public: it has no secret.",
  repeated: "The secret was made already.",
} as const;
