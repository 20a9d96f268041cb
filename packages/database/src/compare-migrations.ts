import type { Migration, Migrations } from "./migration.ts";

/** How the migrations that a database records differ from those of this release. */
export interface MigrationComparison {
  /** Names of this release that the database has, or of which it has all that they replace. */
  readonly applied: readonly string[];
  /** The other names of this release. */
  readonly pending: readonly string[];
  /** Of a pending migration that replaces some that the database has: the names that lack. */
  readonly lacking: readonly string[];
  /** Names that this release does not have. A newer one recorded them. */
  readonly unknown: readonly string[];
}

/** Compares the names of migrations that a database records with those of this release. */
export function compareMigrations(recorded: readonly string[], migrations: Migrations): MigrationComparison {
  const has = new Set(recorded);
  const [applied, pending]: [string[], string[]] = [[], []];
  const lacking: string[] = [];
  const known = new Set(Object.keys(migrations));
  for (const [name, migration] of Object.entries(migrations)) {
    const absent = absentReplaced(migration, has);
    const isApplied = has.has(name) || absent?.length === 0;
    (isApplied ? applied : pending).push(name);
    if (!isApplied && absent !== undefined) lacking.push(...absent);
    for (const replaced of migration.replaces ?? []) known.add(replaced);
  }
  return { applied, pending, lacking, unknown: recorded.filter((name) => !known.has(name)) };
}

/** Which of those that a migration replaces a database does not have; undefined when it has none of them. */
function absentReplaced(
  { replaces = [] }: Migration,
  has: ReadonlySet<string>,
): readonly string[] | undefined {
  const absent = replaces.filter((name) => !has.has(name));
  return absent.length === replaces.length ? undefined : absent;
}
