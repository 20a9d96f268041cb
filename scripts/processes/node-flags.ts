import { readFileSync } from "node:fs";

/** The flags in the first line of a program, with which Node runs it when it is started by its name. */
export function nodeFlagsOf(program: string): readonly string[] {
  const [firstLine = ""] = readFileSync(program, "utf8").split("\n", 1);
  return firstLine.split(/\s+/).filter((word) => word.startsWith("--"));
}
