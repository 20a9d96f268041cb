import { readFileSync } from "node:fs";
import { defineCommand, renderUsage, runCommand } from "citty";
import { UsageError } from "./commands/arguments.ts";
import { serveCommand } from "./commands/serve.ts";

const subCommands = { serve: serveCommand };

const main = defineCommand({
  meta: { name: "sop", description: "Survey Open Platform: consent, access tokens and survey data for applications" },
  subCommands,
});

/** Runs the command line and sets the exit code: 0 done, 1 failed, 2 used wrongly. */
export async function run(words: readonly string[]): Promise<void> {
  const [name = "--help"] = words;
  if (name === "--version") return console.log(version());
  if (words.includes("--help") || words.includes("-h")) return console.log(await usageOf(name));
  try {
    if (!(name in subCommands)) throw new UsageError(`unknown command ${name}`);
    await runCommand(main, { rawArgs: [...words] });
  } catch (error) {
    tellAndFail(error);
  }
}

/** Expected mistakes are told in words; only what should not happen has a stack worth reading. */
function tellAndFail(error: unknown): void {
  const expected = error instanceof Error && expectedMistakes.has(error.name);
  console.error(expected ? error.message : error);
  if (error instanceof UsageError) console.error("Try sop --help.");
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

const expectedMistakes = new Set([
  "UsageError",
  "ConfigError",
  "DatabaseUnavailableError",
  "InvalidDatabaseAddressError",
  "NewerSchemaError",
]);

function usageOf(name: string): Promise<string> {
  const command = name in subCommands ? subCommands[name as keyof typeof subCommands] : undefined;
  return command === undefined ? renderUsage(main) : renderUsage(command, main);
}

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return String((manifest as { readonly version: unknown }).version);
}
