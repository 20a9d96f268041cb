import { type Command, CommandError, textTable, UsageError } from "@survey-open-platform/service";
import { readKeyFile } from "../../config/read-key-file.ts";
import { makeSigningKey } from "../../grants/openid/signing-keys.ts";
import { listSigningKeys, revokeSigningKey, rotateSigningKey } from "../../store/tokens/signing-key-table.ts";
import { settingArguments } from "./arguments.ts";
import { timeText } from "./list-command.ts";
import {
  operatorArguments,
  runOnStore,
  textOption,
  type CommandResult,
  type OperatorContext,
} from "./operator-command.ts";

const keyArguments: Command["args"] = { ...operatorArguments, ...settingArguments(["keyFile"]) };

/** `sop keys list`: the published keys. */
export const keysListCommand: Command = {
  meta: { name: "keys list", description: "List the keys that sign ID tokens" },
  args: operatorArguments,
  run: ({ args }) => runOnStore("keys list", args, listKeys),
};

async function listKeys({ store }: OperatorContext): Promise<CommandResult> {
  const keys = await listSigningKeys(store.reader);
  const rows = keys.map(({ kid, signs, createdAt, signsFrom, endsAt }) => ({
    kid,
    signs,
    created_at: timeText(createdAt),
    signs_from: timeText(signsFrom),
    published_until: timeText(endsAt),
  }));
  const none = "There is no key yet: the first one is made when it is needed.";
  return { text: rows.length === 0 ? none : textTable(rows), json: { keys: rows } };
}

/** `sop keys rotate`: a new key signs from now on. */
export const keysRotateCommand: Command = {
  meta: { name: "keys rotate", description: "Make a new key that signs ID tokens from now on" },
  args: keyArguments,
  run: ({ args }) => runOnStore("keys rotate", args, rotate),
};

async function rotate({ store, config, actor }: OperatorContext): Promise<CommandResult> {
  const key = await makeSigningKey(readKeyFile(config));
  await store.write(rotateSigningKey, key, actor);
  return {
    text: `ID tokens are signed with ${key.kid} from now on. The keys before it stay published for two days.`,
    json: { rotated: true, kid: key.kid },
  };
}

/** `sop keys revoke`: a key that somebody else may know. */
export const keysRevokeCommand: Command = {
  meta: { name: "keys revoke", description: "End a key at once: what it signed is refused" },
  args: {
    kid: { type: "positional", required: false, description: "The kid of the key, see sop keys list." },
    ...keyArguments,
  },
  async run({ args }) {
    const kid = textOption(args, "kid");
    if (kid === undefined) throw new UsageError("KID is missing: the kid of the key, see sop keys list");
    await runOnStore("keys revoke", args, (context) => revoke(context, kid));
  },
};

async function revoke({ store, config, actor }: OperatorContext, kid: string): Promise<CommandResult> {
  const replacement = await makeSigningKey(readKeyFile(config));
  const isRevoked = await store.write(revokeSigningKey, { kid, replacement }, actor);
  if (!isRevoked)
    throw new CommandError(`Nothing was changed. No published key has the kid ${kid}; see sop keys list.`);
  return { text: `${kid} is published no more.`, json: { revoked: true, kid } };
}
