import type { Config } from "../../config/settings.ts";
import { makeCredentialsFile, type CredentialsPurpose } from "./credentials-file.ts";

/** Where credentials are shown, once. */
export interface CredentialsOutput {
  /** Shows a text. @returns the path of the file that has it; undefined when a terminal has shown it */
  show(text: string): string | undefined;
  /** Call it when there is nothing to show. */
  discard(): void;
}

/**
 * The standard error if it is a terminal, else a file that only this user can read. A standard error that is no
 * terminal is a journal, a file or a pipe to one, and others read those (CWE-532).
 *
 * @throws `CommandError` when no file can be made
 */
export function openCredentialsOutput(
  config: Pick<Config, "database">,
  purpose: CredentialsPurpose,
): CredentialsOutput {
  return process.stderr.isTTY ? terminal : fileFor(config, purpose);
}

const terminal: CredentialsOutput = {
  show(text) {
    console.error(text);
    return undefined;
  },
  discard() {},
};

function fileFor(config: Pick<Config, "database">, purpose: CredentialsPurpose): CredentialsOutput {
  const file = makeCredentialsFile(config, purpose);
  return {
    show(text) {
      file.keep(`${text}\n`);
      return file.path;
    },
    discard: () => file.discard(),
  };
}
