import { readFileSync } from "node:fs";

/** The flags in the first line of a program, with which Node runs it when it is started by its name. */
export function nodeFlagsOf(program: string): readonly string[] {
  return wordsOfFirstLine(program).filter((word) => word.startsWith("--"));
}

/** The environment variables in the first line of a program, as `NAME=value`. */
export function environmentOf(program: string): readonly string[] {
  return wordsOfFirstLine(program).filter((word) => /^[A-Z_]+=/.test(word));
}

function wordsOfFirstLine(program: string): readonly string[] {
  const [firstLine = ""] = readFileSync(program, "utf8").split("\n", 1);
  return firstLine.split(/\s+/);
}
