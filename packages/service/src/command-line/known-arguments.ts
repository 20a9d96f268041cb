import type { Command, CommandArguments } from "./command.ts";

/** A command line that cannot be meant. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Refuses arguments that a command does not have; citty itself would ignore them.
 *
 * @throws `UsageError`
 */
export function refuseUnknownArguments(
  rawArgs: readonly string[],
  { args: known, takesSeveral }: Pick<Command, "args" | "takesSeveral">,
): void {
  const positionals = Object.values(known).filter(({ type }) => type === "positional").length;
  const words: string[] = [];
  for (let index = 0; index < rawArgs.length; index += 1) {
    const word = rawArgs[index] ?? "";
    if (!word.startsWith("-") || word === "-") words.push(word);
    else if (takesNextWord(word, known)) {
      index += 1;
      if (rawArgs[index] === undefined) throw new UsageError(`option ${word} needs a value`);
    }
  }
  if (words.length > positionals && takesSeveral !== true)
    throw new UsageError(`unexpected argument ${words[positionals]}`);
}

/** Whether an option is followed by its value. @throws `UsageError` when there is no such option */
function takesNextWord(word: string, known: CommandArguments): boolean {
  const [, flag = "", value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  const type = Object.hasOwn(known, flag) ? known[flag]?.type : "positional";
  if (type === "positional") throw new UsageError(`unknown option ${word.split("=", 1)[0]}`);
  if (type !== "string" && value !== undefined) throw new UsageError(`option --${flag} takes no value`);
  return type === "string" && value === undefined;
}
