/** The database cannot be reached, is busy, full or damaged: the caller may retry; it is never the caller's fault. */
export class DatabaseUnavailableError extends Error {
  override readonly name = "DatabaseUnavailableError";
}

/** The address in the settings names no database that this build can open. */
export class InvalidDatabaseAddressError extends Error {
  override readonly name = "InvalidDatabaseAddressError";
}

/** The database was migrated by a newer release than this one. */
export class NewerSchemaError extends Error {
  override readonly name = "NewerSchemaError";
}

/** The database has only some of the migrations of an earlier version, which one of this release replaces. */
export class OlderSchemaError extends Error {
  override readonly name = "OlderSchemaError";

  /** @param lacking names of those that it does not have */
  constructor(lacking: readonly string[]) {
    super(
      `The database was last used by an early version (it lacks the migration ${lacking[0]}). Start the last version that has this migration once, then this one again; "From an early version" in docs/guides/upgrading.md says which one that is.`,
    );
  }
}

/** A backup cannot be made or restored; the message says why, and what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
