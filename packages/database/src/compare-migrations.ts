import type { Migrations } from "./migration.ts";

/** How the migrations that a database records differ from those of this release. */
export interface MigrationComparison {
  /** Names of this release that the database has; of the names that one replaces it has all. */
  readonly applied: readonly string[];
  /** Names of this release that the database does not have. */
  readonly pending: readonly string[];
  /** What an earlier version recorded, if it is not all that one migration of this release replaces: the names that lack. */
  readonly lacking: readonly string[];
  /** Names that this release does not have. A newer one recorded them. */
  readonly unknown: readonly string[];
}

/** Compares the names of migrations that a database records with those of this release. */
export function compareMigrations(recorded: readonly string[], migrations: Migrations): MigrationComparison {
  const has = new Set(recorded);
  const entries = Object.entries(migrations);
  const replaced = entries.flatMap(([, { replaces = [] }]) => replaces);
  const isApplied = ([name, { replaces = [] }]: (typeof entries)[number]) =>
    has.has(name) || (replaces.length > 0 && replaces.every((one) => has.has(one)));
  const isBegun = ([, { replaces = [] }]: (typeof entries)[number]) => replaces.some((one) => has.has(one));
  const nameOf = ([name]: (typeof entries)[number]) => name;
  return {
    applied: entries.filter(isApplied).map(nameOf),
    pending: entries.filter((entry) => !isApplied(entry)).map(nameOf),
    lacking: entries
      .filter((entry) => isBegun(entry) && !isApplied(entry))
      .flatMap(([, { replaces = [] }]) => replaces.filter((one) => !has.has(one))),
    unknown: recorded.filter((name) => !Object.hasOwn(migrations, name) && !replaced.includes(name)),
  };
}
