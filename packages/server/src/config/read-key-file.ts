import { readFileSync } from "node:fs";
import { createSealer, readKeys, type Sealer } from "@survey-open-platform/service";
import { ConfigError } from "./read-config.ts";
import type { Config } from "./settings.ts";

/**
 * Reads the keys that encrypt what must not be read in the database.
 *
 * @returns undefined when no file is set
 * @throws `ConfigError`
 */
export function readKeyFile({ keyFile }: Pick<Config, "keyFile">): Sealer | undefined {
  if (keyFile === "") return undefined;
  const keys = readKeys(textOf(keyFile));
  if (keys.length === 0 || keys.some(({ length }) => length !== 32))
    throw new ConfigError([
      `--key-file: ${keyFile} must hold keys of 32 bytes in base64, one per line (one is made by: openssl rand -base64 32)`,
    ]);
  return createSealer(keys);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "error";
    throw new ConfigError([`--key-file: ${path} cannot be read (${reason})`]);
  }
}
