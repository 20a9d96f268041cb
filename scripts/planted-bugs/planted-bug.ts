/** The databases that tests are run on. */
export type Engine = "sqlite" | "postgres";

/** A deliberate mistake in the sources, and the tests that must fail because of it. */
export type PlantedBug = {
  /** Its name at the command line. */
  readonly name: string;
  /** What is wrong with the platform then, in one sentence. */
  readonly breaks: string;
  /** The file that is changed, from the root. */
  readonly file: string;
  /** Syntax that occurs exactly once in the file; white space, comments and trailing commas do not matter. */
  readonly find: string;
  /** What it is replaced with. */
  readonly replace: string;
  /** Look for `find` only in the declaration of this name: `exchangeCode`, or `SessionTable.end` for a member. */
  readonly within?: string;
  /** The database that its tests are given, see {@link engineOf}; tests that start their own need none. */
  readonly engine?: "postgres";
  /** Test files, from the root; at least one test must fail in each of them. */
  readonly caughtBy: readonly string[];
};

/** The database that shows a mistake. */
export function engineOf(bug: PlantedBug): Engine {
  return bug.engine ?? "sqlite";
}

/** The tests of security properties by their names: `security("csrf")`. */
export function security(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/server/test/security/${name}.test.ts`);
}
