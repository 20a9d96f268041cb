import { text } from "node:stream/consumers";
import { type Command, CommandError } from "@survey-open-platform/service";
import { accountTextsFor } from "../../../people/account/texts/account-texts.ts";
import { makeRandomId } from "../../../model/token.ts";
import { passwordProblem } from "../../../session/credential-fields.ts";
import type { ParsedArguments } from "../operator-command.ts";

/** The option of commands that set a password. @param otherwise what happens without it */
export function passwordArguments(otherwise: string): Command["args"] {
  return {
    "password-stdin": {
      type: "boolean",
      description: `Read the password from standard input. Otherwise ${otherwise}.`,
    },
  };
}

/** The file for a password that was made where there is no terminal. */
export const passwordFile = {
  name: "generated-password",
  lost: "The generated password would be lost",
  advice: "Run the command in a terminal, or give the password with --password-stdin.",
};

/** A password, and whether it has to be shown. */
export interface ChosenPassword {
  readonly text: string;
  readonly isGenerated: boolean;
}

/** Makes a password, or reads the operator's. @throws `CommandError` when it cannot be used */
export async function chosenPassword(args: ParsedArguments, username: string): Promise<ChosenPassword> {
  const given = await givenPassword(args, username);
  return given === undefined
    ? { text: makeRandomId(), isGenerated: true }
    : { text: given, isGenerated: false };
}

/** Reads the operator's password, if one is given. @throws `CommandError` when it cannot be used */
export async function givenPassword(args: ParsedArguments, username: string): Promise<string | undefined> {
  if (args["password-stdin"] !== true) return undefined;
  const given = (await text(process.stdin)).replace(/\r?\n$/, "");
  const problem = passwordProblem(given, username);
  if (problem === undefined) return given;
  throw new CommandError(`Nothing was changed. ${accountTextsFor("en").signUp.problems[problem]}`);
}
