import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { outputOf, runProgram } from "../processes/run-program.ts";

const LIMIT_MILLISECONDS = 300_000;
/** The repository's own packages: a copy has to load its own, which have the mistake in them. */
const SCOPE = "@survey-open-platform";

/** A copy of the checkout that mistakes are planted in. */
export class CheckoutCopy {
  readonly folder: string;
  /** In seconds. */
  #writtenAt = 0;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Copies files as they are, committed or not, beside the installed packages of the checkout. */
  static async create(root: string): Promise<CheckoutCopy> {
    const folder = mkdtempSync(join(tmpdir(), "sop-planted-"));
    for (const file of await listFiles(root)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
    linkModules(join(root, "node_modules"), join(folder, "node_modules"));
    linkModulesOfPackages(root, folder);
    allowUnusedNames(join(folder, "tsconfig.base.json"));
    return new CheckoutCopy(folder);
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), "utf8");
  }

  /** Each file that is written is later than the one before: the compiler passes over what seems older than its output. */
  write(file: string, text: string): void {
    const path = join(this.folder, file);
    writeFileSync(path, text);
    this.#writtenAt = Math.max(Date.now() / 1000, this.#writtenAt) + 2;
    utimesSync(path, this.#writtenAt, this.#writtenAt);
  }

  /** Compiles every package. @returns the compiler's complaint; empty when there is none */
  async build(): Promise<string> {
    const compiler = join(this.folder, "node_modules/typescript/bin/tsc");
    const packages = readdirSync(join(this.folder, "packages")).map((name) => join("packages", name));
    const limits = { cwd: this.folder, withinMilliseconds: LIMIT_MILLISECONDS };
    const { status, stdout, stderr } = await runProgram(
      process.execPath,
      [compiler, "-b", ...packages],
      limits,
    );
    return status === 0 ? "" : `${stdout}${stderr}`.trim();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function listFiles(root: string): Promise<readonly string[]> {
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const stdout = await outputOf("git", listing, { cwd: root });
  return stdout.split("\0").filter((name) => name !== "" && existsSync(join(root, name)));
}

function linkModules(from: string, to: string): void {
  mkdirSync(join(to, SCOPE), { recursive: true });
  for (const name of readdirSync(from).filter((one) => one !== SCOPE))
    symlinkSync(join(from, name), join(to, name));
  // These links are relative to where they are, so the same text leads to the copy's own folders.
  for (const name of readdirSync(join(from, SCOPE)))
    symlinkSync(readlinkSync(join(from, SCOPE, name)), join(to, SCOPE, name));
}

/** A package may have a version of a library that the others do not have. */
function linkModulesOfPackages(root: string, folder: string): void {
  for (const name of readdirSync(join(root, "packages"))) {
    const modules = join("packages", name, "node_modules");
    if (existsSync(join(root, modules))) symlinkSync(join(root, modules), join(folder, modules));
  }
}

/** A mistake that leaves something out may leave a name unused; that alone is no reason not to compile it. */
function allowUnusedNames(file: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replaceAll(/("noUnused(?:Locals|Parameters)":) true/g, "$1 false"));
}
