import { outputOf } from "../../scripts/processes/run-program.ts";
import { findDebianProgram } from "./find-debian-program.ts";

/** The path of a PSPP that starts, see {@link findDebianProgram}. */
export function findPspp(): Promise<string> {
  return findDebianProgram({
    name: "pspp",
    variable: "PSPP_PATH",
    places: ["pspp", "/usr/bin/pspp", "/usr/local/bin/pspp", "/opt/homebrew/bin/pspp"],
    probe: ["--version"],
  });
}

/**
 * Runs a file of syntax. PSPP ends with an error when it does not understand a command or a label.
 *
 * @returns what it printed
 */
export function runPspp(program: string, syntaxFile: string, folder: string): Promise<string> {
  const env = { PATH: process.env["PATH"], LC_ALL: "C.UTF-8" };
  return outputOf(program, ["-O", "format=txt", syntaxFile], { cwd: folder, env });
}
