import type { Command } from "@survey-open-platform/service";
import { readConfig } from "../../config/read-config.ts";
import type { Config } from "../../config/settings.ts";
import { storePolicyOf } from "../../platform.ts";
import type { Actor } from "../../store/audit/audit-log-table.ts";
import { createStore, type Store } from "../../store/store.ts";
import { settingArguments, settingFlags } from "./arguments.ts";
import { openCredentialsOutput } from "./credentials-output.ts";
import type { CredentialsPurpose } from "./credentials-file.ts";
import { openExisting } from "./open-existing.ts";
import { operatorOf } from "./operator.ts";

/** What a command was called with. */
export type ParsedArguments = Readonly<Record<string, unknown>>;

/** What every command takes that does what a page does, too. */
export const operatorArguments: Command["args"] = {
  ...settingArguments(["database"]),
  json: { type: "boolean", description: "Print the result as JSON." },
};

/** What a command has done: for people and for programs. */
export interface CommandResult {
  readonly text: string;
  readonly json: object;
}

/** What a command works on. */
export interface OperatorContext {
  readonly store: Store;
  readonly config: Config;
  /** Who the command acts as, for the audit log. */
  readonly actor: Actor;
}

/**
 * Runs a command on the store of a platform, also while that platform runs, and prints what it has done.
 *
 * @param command its name, for the audit log
 * @throws `CommandError` when no platform has used the database
 */
export async function runOnStore(
  command: string,
  args: ParsedArguments,
  work: (context: OperatorContext) => Promise<CommandResult>,
): Promise<void> {
  const config = readConfig({ flags: settingFlags(args), environment: process.env });
  const database = await openExisting(config);
  try {
    const store = createStore(database, storePolicyOf(config));
    const { text, json } = await work({ config, store, actor: operatorOf(command) });
    console.log(args["json"] === true ? JSON.stringify(json, null, 2) : text);
  } finally {
    await database.close();
  }
}

/** A credential that was made, in the words that show it. */
interface MadeCredential<Made> {
  readonly made: Made;
  /** "" when there is none to show. */
  readonly shown: string;
}

/**
 * Runs what makes a credential, and shows it once: at the terminal, or in a file. That is prepared first, because a
 * credential that cannot be shown is lost.
 *
 * @returns what was made, and the file that has the credential, if one does
 */
export async function makeShownOnce<Made>(
  config: Config,
  purpose: CredentialsPurpose,
  make: () => Promise<MadeCredential<Made>>,
): Promise<{ readonly made: Made; readonly file: string | undefined }> {
  const output = openCredentialsOutput(config, purpose);
  try {
    const { made, shown } = await make();
    return { made, file: output.show(shown) };
  } catch (error) {
    output.discard();
    throw error;
  }
}

/** Where the credential is, as a sentence of its own; "" when the terminal has shown it. */
export function placeText(what: string, file: string | undefined): string {
  return file === undefined ? "" : `\n${what} is in ${file}; take note of it and delete the file.`;
}

/** The text of an option, undefined when it is not given. */
export function textOption(args: ParsedArguments, name: string): string | undefined {
  const value = args[name];
  return typeof value === "string" ? value : undefined;
}
