import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "@survey-open-platform/service";
import type { Config } from "../../config/settings.ts";

/** A new file that only this user can read, for credentials that are shown once. */
export interface CredentialsFile {
  readonly path: string;
  /** Writes the text and syncs it to the disk. */
  keep(text: string): void;
  /** Removes the file. */
  discard(): void;
}

/** What a file is for. */
export interface CredentialsPurpose {
  /** How its name begins. */
  readonly name: string;
  /** What happens without it, and what the operator can do then; for the error. */
  readonly lost: string;
  readonly advice: string;
}

/**
 * Makes a file for credentials: in the folder of the database, or in the working folder where the database is a server,
 * else in the system's folder for temporary files. It is made before anything is applied, because a credential that
 * cannot be shown is lost.
 *
 * @throws `CommandError` when no folder takes it
 */
export function makeCredentialsFile(
  { database }: Pick<Config, "database">,
  { name: prefix, lost, advice }: CredentialsPurpose,
): CredentialsFile {
  const [, databasePath = "database"] = /^sqlite:(.+)$/s.exec(database) ?? [];
  const name = `${prefix}-${new Date().toISOString().replaceAll(/[^\dT]/g, "")}-${process.pid}.txt`;
  const paths = [dirname(resolve(databasePath)), tmpdir()].map((folder) => join(folder, name));
  for (const path of paths) {
    const descriptor = tryToMake(path);
    if (descriptor !== undefined) return credentialsFile(path, descriptor);
  }
  throw new CommandError(`${lost}: neither ${paths.join(" nor ")} can be made. ${advice}`);
}

/** Exclusively: a file or link that another user has put there is never written to (CWE-59, CWE-377). */
function tryToMake(path: string): number | undefined {
  try {
    return openSync(path, "wx", 0o600);
  } catch {
    return undefined;
  }
}

function credentialsFile(path: string, descriptor: number): CredentialsFile {
  return {
    path,
    keep(text) {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
      closeSync(descriptor);
    },
    discard() {
      closeSync(descriptor);
      rmSync(path, { force: true });
    },
  };
}
