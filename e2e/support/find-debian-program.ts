import { succeeds } from "../../scripts/processes/run-program.ts";
import { installFromDebian, mayInstallFromDebian } from "./install-from-debian.ts";

/** A program that tests need, and the package of Debian that has it. */
export interface DebianProgram {
  readonly name: string;
  /** The variable that names one, such as `NGINX_PATH`. */
  readonly variable: string;
  /** Where one may be installed. */
  readonly places: readonly string[];
  /** Parameters with which it starts and succeeds. */
  readonly probe: readonly string[];
}

/**
 * The path of a program that starts: the one named by its variable, one that is installed, or one that this function
 * installs.
 *
 * @throws Error that says what was tried and what to do
 */
export async function findDebianProgram(program: DebianProgram): Promise<string> {
  const { name, variable, places } = program;
  const named = process.env[variable];
  if (named !== undefined && named !== "") {
    if (await succeeds(named, program.probe)) return named;
    throw new Error(`${variable} is ${named}, but no ${name} starts there. Correct it or unset it.`);
  }
  const installed = await installedProgram(program);
  if (installed !== undefined) return installed;
  const problem = await install(name);
  const found = await installedProgram(program);
  if (found !== undefined) return found;
  throw new Error(
    [
      `No ${name} was found, and none could be installed.`,
      `Looked at: ${places.join(", ")}`,
      `Tried: ${problem}`,
      `Install ${name} by hand, or set ${variable} to one, and run the tests again.`,
    ].join("\n"),
  );
}

async function install(name: string): Promise<string> {
  if (!(await mayInstallFromDebian()))
    return "nothing, for only root can install packages of Debian or Ubuntu";
  process.stderr.write(`No ${name} found; trying: apt-get install ${name}\n`);
  const problem = await installFromDebian(name);
  return `apt-get install ${name}: ${problem ?? `it ended well, but no ${name} starts`}`;
}

async function installedProgram({ places, probe }: DebianProgram): Promise<string | undefined> {
  for (const path of places) if (await succeeds(path, probe)) return path;
  return undefined;
}
