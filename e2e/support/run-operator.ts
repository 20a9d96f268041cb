import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bareEnvironment } from "../../scripts/processes/environments.ts";
import { SOP } from "../../scripts/processes/programs.ts";
import { outputOf } from "../../scripts/processes/run-program.ts";
import type { PlatformProcess } from "./platform-process.ts";

/** Runs a command of the operator on the SQLite database of a platform. @returns what it printed as JSON */
export async function runOperator(
  { folder }: Pick<PlatformProcess, "folder">,
  ...words: readonly string[]
): Promise<Readonly<Record<string, unknown>>> {
  const database = `sqlite:${join(folder, "platform.db")}`;
  const output = await outputOf(process.execPath, [SOP, ...words, "--database", database, "--json"], {
    env: bareEnvironment(),
  });
  // Every command prints an object.
  return JSON.parse(output) as Record<string, unknown>;
}

/** Adds an administrator. @returns the password */
export async function addAdministrator(platform: PlatformProcess, username: string): Promise<string> {
  const { passwordFile } = await runOperator(platform, "user", "add", username, "--administrator");
  return /: (\S+)\n$/.exec(readFileSync(String(passwordFile), "utf8"))?.[1] ?? "";
}
